import type { Mailer } from '../delivery/mailer.ts'
import type { Service } from '../service.ts'

/** What a job works with. */
export interface JobContext {
  readonly service: Service
  readonly mailer: Mailer
  /** Aborted when the process cannot wait any longer: what is thrown then has the job done again elsewhere. */
  readonly signal: AbortSignal
}
