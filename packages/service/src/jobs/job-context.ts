import type { Mailers } from '../delivery/mailer.ts'
import type { Service } from '../service.ts'

/** What a job works with. */
export interface JobContext {
  readonly service: Service
  readonly mailers: Mailers
  /** Aborted when the process cannot wait any longer: what is thrown then has the job done again elsewhere. */
  readonly signal: AbortSignal
}
