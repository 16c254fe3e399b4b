import { SignalError, type SignalIssue } from '../signal-error.ts'
import type { GppSection } from './gpp-section.ts'
import { tcfSection } from './tcf-section.ts'
import { usSection } from './us-section.ts'
import { US_SECTIONS } from './us-sections.ts'

/** Every section that is written and read, ascending by id. */
export const GPP_SECTIONS: readonly GppSection[] = [tcfSection, ...US_SECTIONS.map(usSection)]

const NEW_FORM = 'implementations do not agree on its encoding yet; use usnat (7)'

/** Sections that have an id and are not written, and why (GPP, "Section Information"). */
export const REFUSED_GPP_SECTIONS: readonly { id: number; name: string | null; reason: string }[] = [
  { id: 1, name: 'tcfeuv1', reason: 'is deprecated; use tcfeuv2 (2)' },
  { id: 3, name: null, reason: 'is the header, which every string has' },
  { id: 4, name: null, reason: 'is not in use' },
  { id: 5, name: 'tcfcav1', reason: 'is not supported' },
  { id: 6, name: 'uspv1', reason: 'is deprecated; use usca (8) or usnat (7)' },
  { id: 24, name: 'usmd', reason: NEW_FORM },
  { id: 25, name: 'usin', reason: NEW_FORM },
  { id: 26, name: 'usky', reason: NEW_FORM },
  { id: 27, name: 'usri', reason: NEW_FORM },
]

/**
 * The sections named by API prefix or id, ascending and each once.
 *
 * @throws SignalError `unsupported`, with an issue at `sections.<place>` for each that is refused or unknown
 *
 * @example resolveGppSections(['usnat', '2', 'usnat']).map(({ name }) => name) // ['tcfeuv2', 'usnat']
 */
export function resolveGppSections(requested: readonly (string | number)[]): GppSection[] {
  const issues: SignalIssue[] = []
  const found = new Set<GppSection>()
  requested.forEach((wanted, index) => {
    const isWanted = ({ id, name }: { id: number; name: string | null }) =>
      name === wanted || String(id) === String(wanted)
    const section = GPP_SECTIONS.find(isWanted)
    if (section !== undefined) found.add(section)
    else {
      const reason = REFUSED_GPP_SECTIONS.find(isWanted)?.reason ?? 'is no GPP section'
      issues.push({ path: `sections.${index}`, message: `${wanted} ${reason}` })
    }
  })
  if (issues.length > 0) {
    throw new SignalError('unsupported', issues.map(({ message }) => message).join('; '), issues)
  }
  return GPP_SECTIONS.filter((section) => found.has(section))
}
