import type { RouteKey, Uuid } from '../kernel/id.ts'

/** Which row of a routed table a job is about. */
export interface RowAddress {
  readonly environmentId: number
  readonly routeKey: RouteKey
  readonly id: Uuid
}

/**
 * Every kind of background job and what it is told: ids alone, since whoever may look into the database can read the
 * jobs in it. What a job does stands in `jobs/jobs.ts`.
 */
export interface JobPayloads {
  /** Hands one mail in. */
  readonly 'send-mail': RowAddress
  /** Makes jobs for mails that are due and have none: of a server that was killed, or after a database was restored. */
  readonly 'find-due-mails': Record<string, never>
  /** Blanks evidence that was kept after an erasure, once its time has come. */
  readonly 'end-retention': Record<string, never>
  /** Gives the jobs of servers that are gone to those that are there. */
  readonly 'free-abandoned-jobs': Record<string, never>
  /** Mails the latest checkpoints of the live logs to where this operator cannot change them. */
  readonly 'mail-checkpoints': Record<string, never>
  /** Removes rows that are kept only for a while. */
  readonly 'forget-old-rows': Record<string, never>
  /** Tells in the ledger what the clock of data requests has to tell, and drops archives nobody fetched. */
  readonly 'watch-data-requests': Record<string, never>
}

export type JobName = keyof JobPayloads
