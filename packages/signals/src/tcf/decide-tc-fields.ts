import { type Choices, isRefusal, type PublisherChoices, type PurposeChoice } from '../choices.ts'
import { refuseIssues, SignalError, type SignalIssue } from '../signal-error.ts'
import { decideTcRestrictions } from './decide-tc-restrictions.ts'
import { decideTcVendors } from './decide-tc-vendors.ts'
import type { TcFields, TcPublisher } from './tc-fields.ts'
import type { TcfContext } from './tcf-context.ts'
import { tcfLanguage } from './tcf-language.ts'
import { CONSENT_ONLY_PURPOSES } from './tcf-settings.ts'

const DAY_MS = 86_400_000
const CUSTOM_PURPOSES_MAX = 63

/**
 * Decides what a TC string says of one person's choices.
 *
 * The same choices and context give the same fields on any day: time, list, language and screen are those of the
 * notice that was seen.
 *
 * @throws SignalError `vendor_list_mismatch` where the context holds another list than the notice did,
 * `invalid_choices` for what TCF has no notation for
 */
export function decideTcFields(choices: Choices, context: TcfContext): TcFields {
  const { list, settings } = context
  const consentLanguage = tcfLanguage(choices.language)
  refuseIssues('invalid_choices', 'choices', checkTcfChoices(choices))
  if (consentLanguage === null) {
    throw new SignalError('invalid_choices', `${JSON.stringify(choices.language)} has no ISO 639-1 code`)
  }
  if (choices.vendorListVersion !== list.vendorListVersion) {
    const held = `vendor list ${list.vendorListVersion}`
    throw new SignalError(
      'vendor_list_mismatch',
      `made with list ${choices.vendorListVersion}, given ${held}`,
    )
  }
  const vendors = decideTcVendors(choices, context)
  // "Created and LastUpdated ... the same value corresponding to the day-level timestamp" (TCF 2.2 and later).
  // Rounded down: a time just before midnight must not become tomorrow's.
  const day = Math.floor(choices.changedAtMs / DAY_MS) * DAY_MS
  return {
    version: 2,
    created: day,
    lastUpdated: day,
    cmpId: settings.cmpId,
    cmpVersion: settings.cmpVersion,
    consentScreen: choices.screen,
    consentLanguage,
    vendorListVersion: list.vendorListVersion,
    tcfPolicyVersion: list.tcfPolicyVersion,
    isServiceSpecific: true,
    useNonStandardTexts: settings.useNonStandardTexts,
    specialFeatureOptIns: decideSpecialFeatures(choices, list.specialFeatures),
    purposesConsent: decideConsents(choices, list.purposes, settings.purposeOneTreatment),
    purposesLITransparency: decideInterests(choices, list.purposes),
    purposeOneTreatment: settings.purposeOneTreatment,
    publisherCC: context.publisherCC,
    vendorConsents: vendors.consents,
    vendorLegitimateInterests: vendors.interests,
    publisherRestrictions: decideTcRestrictions(choices, context, vendors.disclosed),
    disclosedVendors: vendors.disclosed,
    publisherTC: choices.publisher === null ? null : decidePublisher(choices.publisher),
  }
}

function checkTcfChoices(choices: Choices): SignalIssue[] {
  const issues: SignalIssue[] = []
  if (!(choices.changedAtMs >= 0 && choices.changedAtMs < 2 ** 36 * 100)) {
    issues.push({ path: 'changedAtMs', message: 'is no time TCF can hold' })
  }
  if (!(Number.isInteger(choices.screen) && choices.screen >= 0 && choices.screen <= 63)) {
    issues.push({ path: 'screen', message: 'must be an integer from 0 to 63' })
  }
  const custom = choices.publisher?.customPurposes ?? 0
  if (!(Number.isInteger(custom) && custom >= 0 && custom <= CUSTOM_PURPOSES_MAX)) {
    issues.push({
      path: 'publisher.customPurposes',
      message: `must be an integer from 0 to ${CUSTOM_PURPOSES_MAX}`,
    })
  }
  return issues
}

/** PurposesConsent: granted and on the list; purpose 1 not where PurposeOneTreatment says nobody asked for it. */
function decideConsents(choices: Choices, listed: readonly number[], purposeOneTreatment: boolean): number[] {
  const asked = choices.purposes.filter(({ basis }) => basis === 'consent')
  return agreedIds(listed, asked, tcfPurposes, isGranted).filter((id) => !(id === 1 && purposeOneTreatment))
}

/** PurposesLITransparency: shown and not objected to, never on a purpose that needs consent. */
function decideInterests(choices: Choices, listed: readonly number[]): number[] {
  const claimed = choices.purposes.filter(({ basis }) => basis === 'legitimate_interest')
  const standing = agreedIds(listed, claimed, tcfPurposes, ({ shown, status }) => shown && !isRefusal(status))
  return standing.filter((id) => !CONSENT_ONLY_PURPOSES.includes(id))
}

/** SpecialFeatureOptIns: opt-in only, whatever basis the purpose has that carries it. */
function decideSpecialFeatures(choices: Choices, listed: readonly number[]): number[] {
  return agreedIds(listed, choices.purposes, ({ mappings }) => mappings.tcfSpecialFeatures, isGranted)
}

function tcfPurposes({ mappings }: PurposeChoice): readonly number[] {
  return mappings.tcfPurposes
}

function isGranted({ status }: PurposeChoice): boolean {
  return status === 'granted'
}

/** The listed ids that every purpose mapped to them agrees on: one refusal among several is a refusal. */
function agreedIds(
  listed: readonly number[],
  purposes: readonly PurposeChoice[],
  idsOf: (purpose: PurposeChoice) => readonly number[],
  agrees: (purpose: PurposeChoice) => boolean,
): number[] {
  const agreed: (boolean | undefined)[] = []
  for (const purpose of purposes) {
    const isAgreed = agrees(purpose)
    for (const id of idsOf(purpose)) agreed[id] = isAgreed && agreed[id] !== false
  }
  return listed.filter((id) => agreed[id] === true)
}

function decidePublisher(publisher: PublisherChoices): TcPublisher {
  const custom = publisher.customPurposes
  return {
    pubPurposesConsent: idsUpTo(24, publisher.granted),
    pubPurposesLITransparency: idsUpTo(24, publisher.interests),
    numCustomPurposes: custom,
    customPurposesConsent: idsUpTo(custom, publisher.customGranted),
    customPurposesLITransparency: idsUpTo(custom, publisher.customInterests),
  }
}

function idsUpTo(max: number, ids: readonly number[]): number[] {
  return [...new Set(ids)].filter((id) => Number.isInteger(id) && id >= 1 && id <= max).sort((a, b) => a - b)
}
