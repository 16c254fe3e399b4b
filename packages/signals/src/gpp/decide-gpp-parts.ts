import type { Choices } from '../choices.ts'
import type { GppParts } from './encode-gpp.ts'
import type { GppContext } from './gpp-context.ts'
import type { GppPart } from './gpp-section.ts'

/**
 * Decides what each section says of one person's choices.
 *
 * @param tcString the standalone TC string, put in as it is; null where there is none, and section 2 is then left out
 * @throws SignalError `unsupported` for a version that is not written
 */
export function decideGppParts(
  choices: Choices,
  { sections, settings }: GppContext,
  tcString: string | null,
): GppParts {
  const parts: Record<string, GppPart> = {}
  for (const section of sections) {
    const part = section.decide(choices, settings, tcString)
    if (part !== null) parts[section.name] = part
  }
  return parts
}
