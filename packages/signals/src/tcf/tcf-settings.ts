import type { SignalIssue } from '../signal-error.ts'
import { publisherCountry } from './publisher-country.ts'
import { RESTRICTION, type RestrictionType } from './tc-fields.ts'

/** What a publisher imposes on vendors for one purpose, beyond the person's choice. */
export interface PublisherRestriction {
  readonly purposeId: number
  readonly type: RestrictionType
  /** Ids of the vendor list, or every vendor the restriction can apply to. */
  readonly vendors: 'all' | readonly number[]
}

/**
 * What an operator sets up once. Keep it with the notice it belongs to: a string is written with the settings of
 * the notice that was seen.
 */
export interface TcfSettings {
  /** The id IAB Europe gave to this CMP, 2-4095. Only a registered CMP may write TC strings. */
  readonly cmpId: number
  /** Version of the CMP, 0-4095: raised with every change of it. */
  readonly cmpVersion: number
  /** ISO 3166-1 alpha-2 code of the country whose law governs; empty where that is unknown. */
  readonly publisherCountry: string
  /** True where purpose 1 was not disclosed at all, because that country asks for no consent to it. */
  readonly purposeOneTreatment: boolean
  /** True where stacks or illustrations were reworded. */
  readonly useNonStandardTexts: boolean
  readonly restrictions: readonly PublisherRestriction[]
}

/** Purposes that must never stand on legitimate interest: 1 by the policies, 3-6 since TCF 2.2. */
export const CONSENT_ONLY_PURPOSES: readonly number[] = [1, 3, 4, 5, 6]

/** Everything wrong with an operator's TCF settings; nothing is written with settings that have an issue. */
export function checkTcfSettings(settings: TcfSettings): SignalIssue[] {
  const issues: SignalIssue[] = []
  // Readers look the id up in the CMP list, which starts at 2; the maintained decoder throws on 0 and 1.
  if (!isInteger(settings.cmpId, 2, 4095))
    issues.push({ path: 'cmpId', message: 'must be an integer from 2 to 4095' })
  if (!isInteger(settings.cmpVersion, 0, 4095)) {
    issues.push({ path: 'cmpVersion', message: 'must be an integer from 0 to 4095' })
  }
  if (publisherCountry(settings.publisherCountry) === null) {
    issues.push({ path: 'publisherCountry', message: 'must be an ISO 3166-1 alpha-2 code, or empty' })
  }
  settings.restrictions.forEach(({ purposeId, type }, index) => {
    const path = `restrictions.${index}`
    if (!isInteger(purposeId, 1, 24)) {
      issues.push({ path: `${path}.purposeId`, message: 'must be an integer from 1 to 24' })
    }
    if (!isInteger(type, 0, 2)) {
      issues.push({ path: `${path}.type`, message: 'must be 0, 1 or 2' })
    } else if (type === RESTRICTION.requireLegitimateInterest && CONSENT_ONLY_PURPOSES.includes(purposeId)) {
      issues.push({ path: `${path}.type`, message: `purpose ${purposeId} needs consent` })
    }
  })
  return issues
}

function isInteger(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max
}
