import {
  type Choices,
  decideTcFields,
  decideTcRenewal,
  encodeTcFields,
  type IssuedTcString,
  isDeletedAt,
  type PurposeChoice,
  prepareTcf,
  type TcFields,
  type TcfContext,
  tcfLanguage,
} from '@assent/signals'
import type { Catalogue } from '../domain/catalogue.ts'
import type { Policy } from '../domain/policy.ts'
import { tcfSettings } from '../domain/signal-frameworks.ts'
import type { TcfSignalSettings } from '../domain/signal-settings.ts'
import { findStanding, findVendorChoice, type StandingState } from '../domain/standing-decision.ts'
import {
  resolveAnswers,
  type VendorAnswers,
  type VendorChoice,
  vendorsMember,
} from '../domain/vendor-choice.ts'
import { Refusal } from '../kernel/refusal.ts'
import { readCatalogueVersion } from '../store/catalogues.ts'
import type { Pool } from '../store/db.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { BoundedMap } from './bounded-map.ts'
import type { HeldVendorList } from './held-list.ts'
import type { Lists } from './lists.ts'
import { purposeChoices } from './purpose-choices.ts'
import { lapseOf } from './tc-lapse.ts'

/** A person's TC string, what it says, whether it still holds, and the choice of vendors it was made from. */
export interface PersonTcString extends IssuedTcString {
  readonly choice: VendorChoice
}

export interface TcQuestion {
  readonly environment: EnvironmentSettings
  readonly state: StandingState
  readonly policy: Policy
  /** Unix ms: whether the string holds is judged at this time; what it says does not depend on it. */
  readonly at: number
  /** The newest vendor list of that time; null for now. */
  readonly latest: HeldVendorList | null
}

export interface TcStrings {
  /** Undefined for whoever was never shown a notice with vendors. Refuses where the list of that notice is not held. */
  find(question: TcQuestion): Promise<PersonTcString | undefined>
  /** The catalogue of a notice, which may be an older one. */
  catalogueOf(environment: EnvironmentSettings, version: number): Promise<Catalogue | undefined>
}

interface Written {
  readonly tcString: string
  readonly fields: TcFields
}

const writtenMax = 1000
const preparedMax = 16
const dayMs = 86_400_000

/** Most people take all or nothing, so that one string is many people's: each is written once while it is remembered. */
export function openTcStrings({ pool, lists }: { readonly pool: Pool; readonly lists: Lists }): TcStrings {
  const written = new BoundedMap<string, Written>(writtenMax)
  const contexts = new BoundedMap<string, TcfContext>(preparedMax)
  const catalogues = new BoundedMap<string, Catalogue>(preparedMax)

  async function catalogueOf(
    { scope, catalogue }: EnvironmentSettings,
    version: number,
  ): Promise<Catalogue | undefined> {
    if (version === catalogue.version) return catalogue
    const key = `${scope.environmentId} ${version}`
    const known = catalogues.get(key) ?? (await readCatalogueVersion(pool, scope, version))
    if (known !== undefined) catalogues.set(key, known)
    return known
  }

  function contextOf(notice: Notice): TcfContext {
    const { catalogue, tcf, held } = notice
    const key = `${catalogue.sha256} ${held.sha256}`
    const context = contexts.get(key) ?? prepareTcf(held.list, tcfSettings(tcf))
    contexts.set(key, context)
    return context
  }

  function write(notice: Notice, state: StandingState, purposes: readonly PurposeChoice[]): Written {
    const context = contextOf(notice)
    const key = keyOf(notice, context, state, purposes)
    const known = written.get(key)
    if (known !== undefined) return known
    const fields = decideTcFields(choicesOf(notice, purposes), context)
    const string = { fields, tcString: encodeTcFields(fields) }
    written.set(key, string)
    return string
  }

  return {
    catalogueOf,
    async find(question) {
      const { environment, state, policy, at } = question
      const notice = await noticeOf(lists, catalogueOf, environment, state)
      if (notice === undefined) return undefined
      const { catalogue, choice, changedAt } = notice
      // As of the last change, not of today: what a grant is worth by now is for `renewal` to say.
      const purposes = purposeChoices({
        catalogue,
        state,
        policy,
        gpc: false,
        at: changedAt,
        isNoticeSeen: true,
      })
      const { tcString, fields } = write(notice, state, purposes)
      const tcf = environment.catalogue.signals.tcf ?? notice.tcf
      const newest = (
        question.latest ??
        lists.latestVendorList(environment.catalogue.signals.lists) ??
        notice.held
      ).list
      const renewal = decideTcRenewal(fields, {
        nowMs: at,
        validForMonths: tcf.valid_for_months,
        latestList: newest,
        vendorsToday: tcf.ask_again_for_new_vendors ? shownBy(tcf, newest.vendors) : null,
        lapse: lapseOf(environment.catalogue, purposes, state),
      })
      return { tcString, fields, renewal, choice }
    },
  }
}

/** What the person saw: everything a string is written with but their decisions on purposes. */
interface Notice {
  readonly catalogue: Catalogue
  readonly tcf: TcfSignalSettings
  readonly held: HeldVendorList
  readonly choice: VendorChoice
  readonly answers: VendorAnswers
  /** Unix ms of the latest decision that the string speaks of. */
  readonly changedAt: number
}

async function noticeOf(
  lists: Lists,
  catalogueOf: TcStrings['catalogueOf'],
  environment: EnvironmentSettings,
  state: StandingState,
): Promise<Notice | undefined> {
  const choice = findVendorChoice(state)
  if (choice === undefined || choice.tcf === null || choice.vendor_list_version === null) return undefined
  const catalogue = await catalogueOf(environment, choice.catalogue)
  const tcf = catalogue?.signals.tcf ?? null
  if (catalogue === undefined || tcf === null) return undefined
  const held = await lists.vendorList(catalogue.signals.lists, choice.vendor_list_version)
  if (held === undefined)
    throw new Refusal(
      'vendor_list_unavailable',
      'The version of the vendor list that this choice was made with is not held.',
      { hint: 'It is kept from the day on which it is taken: see ASSENT_VENDOR_LIST.' },
    )
  const changedAt = Math.max(choice.decidedAt, ...tcfDecisionTimes(catalogue, state))
  return { catalogue, tcf, held, choice, answers: choice.tcf, changedAt }
}

function tcfDecisionTimes({ purposes }: Catalogue, state: StandingState): number[] {
  const times: number[] = []
  for (const { key, current } of purposes.values()) {
    const { tcf_purposes, tcf_special_features } = current.mappings
    if (tcf_purposes.length + tcf_special_features.length === 0) continue
    const decision = findStanding(state, key)
    if (decision !== undefined) times.push(decision.decidedAt)
  }
  return times
}

/** All that a string depends on. A vendor may be deleted in the middle of a day: how many are by then tells the halves apart. */
function keyOf(
  notice: Notice,
  { deletions }: TcfContext,
  state: StandingState,
  purposes: readonly PurposeChoice[],
): string {
  const { catalogue, held, changedAt } = notice
  const gone = deletions.filter((vendor) => isDeletedAt(vendor, changedAt)).length
  const standing = purposes.map(({ status }) => status.slice(0, 2)).join('')
  const [, , , , , screen, language, vendors] = (state[vendorsMember] ?? '').split('.')
  const day = Math.floor(changedAt / dayMs)
  return [catalogue.sha256, held.sha256, day, gone, standing, screen, language, vendors].join(' ')
}

function choicesOf(notice: Notice, purposes: readonly PurposeChoice[]): Choices {
  const { catalogue, tcf, held, choice, answers, changedAt } = notice
  const language = choice.language ?? catalogue.defaultLanguage
  return {
    changedAtMs: changedAt,
    decided: true,
    regime: 'opt-in',
    // A language without two letters has no notation; the texts of the framework are English then.
    language: tcfLanguage(language) === null ? 'en' : language,
    screen: choice.screen,
    vendorListVersion: held.version,
    purposes,
    vendors: resolveAnswers(answers, shownBy(tcf, held.list.vendors)),
    providers: { shown: [], granted: [] },
    publisher: null,
    gpc: null,
  }
}

function shownBy(
  { vendors }: TcfSignalSettings,
  listed: readonly { readonly id: number }[],
): readonly number[] {
  return vendors === 'all' ? listed.map(({ id }) => id) : vendors
}
