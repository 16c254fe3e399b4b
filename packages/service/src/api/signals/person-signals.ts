import {
  type AdditionalConsentAnswer,
  type Choices,
  type ProviderChoices,
  type PurposeChoice,
  renderAdditionalConsentAnswer,
} from '@assent/signals'
import { findVendorChoice } from '../../domain/standing-decision.ts'
import { resolveAnswers } from '../../domain/vendor-choice.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Service } from '../../service.ts'
import { isDecided, lastDecisionAt, purposeChoices, regimeOf } from '../../signals/purpose-choices.ts'
import type { PersonTcString } from '../../signals/tc-strings.ts'
import type { EnvironmentSettings } from '../../store/settings.ts'
import type { SignalPerson } from './signal-person.ts'

export function requireCmp({ catalogue }: EnvironmentSettings): void {
  if (catalogue.signals.tcf === null)
    throw new Refusal('cmp_not_configured', 'This project has no CMP id to write TC strings under.')
}

export function requireConfigured<T>(settings: T | null, framework: string, member: string): T {
  if (settings !== null) return settings
  throw new Refusal('not_configured', `This project has not set up ${framework}.`, {
    hint: `Add signals.${member} to the catalogue and apply it: npx assent catalogue apply FILE.`,
  })
}

export function findTcString(
  service: Service,
  environment: EnvironmentSettings,
  { state, policy, at, latest }: SignalPerson,
): Promise<PersonTcString | undefined> {
  return service.tcStrings.find({ environment, state, policy, at, latest })
}

/** A string that readers may act on. */
export function usableString(found: PersonTcString | undefined): string | null {
  return found === undefined || found.renewal.status === 'expired' ? null : found.tcString
}

/** Where the person stands now, by the catalogue and the law in force. */
export function choicesNow({ catalogue }: EnvironmentSettings, person: SignalPerson): Choices {
  const { state, policy, gpc, at } = person
  const purposes: readonly PurposeChoice[] = purposeChoices({
    catalogue,
    state,
    policy,
    gpc: gpc.value === true,
    at,
    isNoticeSeen: true,
  })
  return {
    changedAtMs: lastDecisionAt(catalogue, state) ?? at,
    decided: isDecided(purposes),
    regime: regimeOf(policy),
    language: catalogue.defaultLanguage,
    screen: 1,
    vendorListVersion: null,
    purposes,
    vendors: { shown: [], granted: [], objected: [] },
    providers: { shown: [], granted: [] },
    publisher: null,
    gpc: gpc.value,
  }
}

/** Google's additional consent, by the provider list and the settings of the notice; null where it is not set up. */
export async function findAdditionalConsent(
  service: Service,
  environment: EnvironmentSettings,
  person: SignalPerson,
  tcString: string | null,
): Promise<AdditionalConsentAnswer | null> {
  const { signals } = environment.catalogue
  if (signals.google_additional_consent === null) return null
  const choice = findVendorChoice(person.state)
  const notice = choice && (await service.tcStrings.catalogueOf(environment, choice.catalogue))
  const version = choice?.provider_list_version ?? null
  const held =
    version === null
      ? service.lists.latestProviderList(signals.lists)
      : await service.lists.providerList(notice?.signals.lists ?? signals.lists, version)
  const list = held?.list ?? null
  const shown = (notice?.signals.google_additional_consent ?? signals.google_additional_consent).providers
  const everyone = shown === 'all' ? (list?.ids ?? []) : shown
  const providers: ProviderChoices =
    choice?.providers == null ? { shown: [], granted: [] } : resolveAnswers(choice.providers, everyone)
  return renderAdditionalConsentAnswer(
    { decided: choice?.providers != null, providers },
    list,
    tcString !== null,
  )
}
