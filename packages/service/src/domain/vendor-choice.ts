import type { RouteKey, Uuid } from '../kernel/id.ts'

/** What was said to one vendor. Whoever is named at all was shown; `denied` leaves a legitimate interest untouched. */
export const vendorAnswers = ['granted', 'denied', 'objected'] as const
export type VendorAnswer = (typeof vendorAnswers)[number]

/** The rest of those that the notice showed, in a body and in a state. */
const everyOther = '*'

/** What the notice was made with: kept with a record, since a string is written with it on any later day. */
export interface NoticeBasis {
  /** Version of the catalogue: its settings and its purposes hold for the string. */
  readonly catalogue: number
  /** Null where no list was held. */
  readonly vendor_list_version: number | null
  readonly provider_list_version: number | null
  readonly screen: number
}

/** Decisions on the vendors of one list, by what was said. */
export interface VendorAnswers {
  readonly rest: VendorAnswer | null
  readonly granted: readonly number[]
  readonly denied: readonly number[]
  readonly objected: readonly number[]
}

/** What one person was shown of vendors, and what they said: of the latest notice that had any. */
export interface VendorChoice extends NoticeBasis {
  /** Unix ms, as of the decisions beside it. */
  readonly decidedAt: number
  readonly recordId: Uuid
  /** The subject it was written under, where a merge brought it here; absent: the person whose row it stands in. */
  readonly subjectKey?: RouteKey
  /** BCP 47; null where the caller did not say. */
  readonly language: string | null
  readonly tcf: VendorAnswers | null
  readonly providers: VendorAnswers | null
}

/** The decisions and the basis as a record's context has them. */
export interface VendorContext {
  readonly vendors: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> | null
  readonly notice_basis?: NoticeBasis
}

/** A person's row keeps it under a key that no purpose can have. */
export const vendorsMember = '@vendors'

/** Undefined for a record that says nothing of vendors. */
export function vendorChoiceOf(
  { vendors, notice_basis }: VendorContext,
  record: { readonly decidedAt: number; readonly recordId: Uuid; readonly language: string | null },
): VendorChoice | undefined {
  if (vendors === null || notice_basis === undefined) return undefined
  return {
    ...notice_basis,
    ...record,
    tcf: answersOf(vendors['tcf']),
    providers: answersOf(vendors['google_atp']),
  }
}

function answersOf(decisions: Readonly<Record<string, string>> | undefined): VendorAnswers | null {
  if (decisions === undefined) return null
  const ids: Record<VendorAnswer, number[]> = { granted: [], denied: [], objected: [] }
  for (const [id, said] of Object.entries(decisions))
    if (id !== everyOther) ids[said as VendorAnswer].push(Number(id))
  for (const answer of vendorAnswers) ids[answer].sort((a, b) => a - b)
  return { ...ids, rest: (decisions[everyOther] as VendorAnswer | undefined) ?? null }
}

/** Who was shown, who granted and who objected to, among those that a notice of this kind shows. */
export function resolveAnswers(
  answers: VendorAnswers,
  everyone: readonly number[],
): {
  readonly shown: readonly number[]
  readonly granted: readonly number[]
  readonly objected: readonly number[]
} {
  const { rest, granted, denied, objected } = answers
  if (rest === null) return { shown: [...granted, ...denied, ...objected], granted, objected }
  const named = new Set([...granted, ...denied, ...objected])
  const others = named.size === 0 ? everyone : everyone.filter((id) => !named.has(id))
  return {
    shown: named.size === 0 ? everyone : [...others, ...named],
    granted: rest === 'granted' ? [...others, ...granted] : granted,
    objected: rest === 'objected' ? [...others, ...objected] : objected,
  }
}

/**
 * `<decided>.<record>.<catalogue>.<list>.<providers>.<screen>.<language>.<tcf>.<providers>`, the time in base 36, vendors
 * as `*g;d1-5,8;o9`; empty where there is nothing. One that a merge brought ends in the route key it was written under. A row is rewritten with every record, so this stays short.
 */
export function encodeVendorChoice(choice: VendorChoice): string {
  return [
    choice.decidedAt.toString(36),
    choice.recordId,
    choice.catalogue,
    choice.vendor_list_version ?? '',
    choice.provider_list_version ?? '',
    choice.screen,
    choice.language ?? '',
    encodeAnswers(choice.tcf),
    encodeAnswers(choice.providers),
    ...(choice.subjectKey === undefined ? [] : [choice.subjectKey]),
  ].join('.')
}

export function decodeVendorChoice(text: string): VendorChoice {
  const [decided = '', recordId = '', catalogue, list, providerList, ...rest] = text.split('.')
  const [screen, language, tcf, providers, subjectKey] = rest
  return {
    decidedAt: Number.parseInt(decided, 36),
    recordId: recordId as Uuid,
    catalogue: Number(catalogue),
    vendor_list_version: list ? Number(list) : null,
    provider_list_version: providerList ? Number(providerList) : null,
    screen: Number(screen),
    language: language || null,
    tcf: decodeAnswers(tcf),
    providers: decodeAnswers(providers),
    ...(subjectKey === undefined ? {} : { subjectKey: subjectKey as RouteKey }),
  }
}

/** The same choice, in the row of somebody whom the person was merged into. */
export function bringVendorChoice(text: string, from: RouteKey): string {
  return encodeVendorChoice({ subjectKey: from, ...decodeVendorChoice(text) })
}

/** Of two that were made in the same moment the later record counts, in whatever order they are looked at. */
export function isLaterVendorChoice(next: string, current: string): boolean {
  const [nextAt, currentAt] = [decidedAtOf(next), decidedAtOf(current)]
  if (nextAt !== currentAt) return nextAt > currentAt
  return next.slice(next.indexOf('.')) > current.slice(current.indexOf('.'))
}

function decidedAtOf(text: string): number {
  return Number.parseInt(text.slice(0, text.indexOf('.')), 36)
}

/** Nobody named is `-`, which is another thing than nothing said. */
function encodeAnswers(answers: VendorAnswers | null): string {
  if (answers === null) return ''
  const parts = answers.rest === null ? [] : [`${everyOther}${answers.rest.charAt(0)}`]
  for (const answer of vendorAnswers)
    if (answers[answer].length > 0) parts.push(`${answer.charAt(0)}${encodeIds(answers[answer])}`)
  return parts.join(';') || '-'
}

function decodeAnswers(text: string | undefined): VendorAnswers | null {
  if (!text) return null
  const parts = text.split(';')
  const idsOf = (answer: VendorAnswer) =>
    decodeIds(parts.find((part) => part.startsWith(answer.charAt(0)))?.slice(1) ?? '')
  const letter = parts.find((part) => part.startsWith(everyOther))?.charAt(1)
  return {
    rest: vendorAnswers.find((answer) => answer.charAt(0) === letter) ?? null,
    granted: idsOf('granted'),
    denied: idsOf('denied'),
    objected: idsOf('objected'),
  }
}

/** Ascending ids as ranges: 1, 2, 3 and 7 are `1-3,7`. */
function encodeIds(ids: readonly number[]): string {
  const ranges: string[] = []
  for (let at = 0; at < ids.length; at++) {
    const first = ids[at] ?? 0
    while (ids[at + 1] === (ids[at] ?? 0) + 1) at++
    ranges.push(ids[at] === first ? `${first}` : `${first}-${ids[at]}`)
  }
  return ranges.join(',')
}

function decodeIds(text: string): number[] {
  if (text === '') return []
  return text.split(',').flatMap((range) => {
    const [first = '', last = first] = range.split('-')
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index)
  })
}
