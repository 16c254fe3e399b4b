import type { GppSection } from './gpp-section.ts'
import { resolveGppSections } from './gpp-sections.ts'
import type { GppSettings } from './gpp-settings.ts'

/** A project's settings with the sections they name looked up, used for any number of strings. */
export interface GppContext {
  readonly settings: GppSettings
  /** Ascending by id. */
  readonly sections: readonly GppSection[]
}

/**
 * Prepares settings for writing.
 *
 * @throws SignalError `unsupported`, with an issue at `sections.<place>` for each section that is not written
 */
export function prepareGpp(settings: GppSettings): GppContext {
  return { settings, sections: resolveGppSections(settings.sections) }
}
