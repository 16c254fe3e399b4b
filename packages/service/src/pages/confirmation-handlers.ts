import type { OpenConfirmation } from '../delivery/read-confirmation.ts'
import type { ConfirmationKind } from '../domain/confirmation.ts'
import type { Service } from '../service.ts'

/** What is known of the press of a button, for the evidence. */
export interface Press {
  /** Unix ms. */
  readonly at: number
  /** Hash of the page's words, as it was shown. */
  readonly pageHash: string
  readonly address: string
  readonly userAgent: string | undefined
}

/** What confirming something does. */
export interface ConfirmationHandler {
  /**
   * Records it, and gives the public id of what came of it. Called again when it was cut off, and by two presses at
   * once: what it writes, it writes under a claim of the confirmation's id.
   */
  confirm(service: Service, confirmation: OpenConfirmation, press: Press): Promise<string>
}

/** By what is confirmed. */
export type ConfirmationHandlers = { readonly [Kind in ConfirmationKind]: ConfirmationHandler }
