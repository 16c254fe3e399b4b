import type { PendingPreference } from '../ledger/confirm-preferences.ts'

/** What is kept with a link that confirms preferences, so that exactly what was asked for is confirmed. */
export interface PreferencesToConfirm {
  readonly ref: string
  readonly preferences: readonly PendingPreference[]
  /** Circumstances of the asking, as coarse as the project keeps them. */
  readonly asked: Readonly<Record<string, string | null>>
}
