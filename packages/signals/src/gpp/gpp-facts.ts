import type { Choices, PurposeChoice } from '../choices.ts'
import type { GppActivity } from '../mappings.ts'
import type { GppSettings, MspaModes } from './gpp-settings.ts'

/** What the fields of a US section are decided from. */
export interface GppFacts {
  readonly isNoticeGiven: boolean
  /** The person's browser says no to sale and sharing. */
  readonly isGpcSet: boolean
  readonly mspa: MspaModes | null
  /** The purposes that stand for any of the activities; none where the business does not do them. */
  purposesOf(activities: readonly GppActivity[]): readonly PurposeChoice[]
}

/** Gathers the facts of one person. */
export function gppFacts(choices: Choices, settings: GppSettings): GppFacts {
  const byActivity = new Map<GppActivity, PurposeChoice[]>()
  for (const purpose of choices.purposes) {
    for (const activity of purpose.mappings.gpp) {
      const purposes = byActivity.get(activity)
      if (purposes === undefined) byActivity.set(activity, [purpose])
      else purposes.push(purpose)
    }
  }
  return {
    isNoticeGiven: settings.isNoticeGiven,
    isGpcSet: choices.gpc === true,
    mspa: settings.mspa,
    purposesOf: (activities) => {
      const found: PurposeChoice[] = []
      for (const activity of activities) found.push(...(byActivity.get(activity) ?? []))
      return found
    },
  }
}
