import { sendMail } from '../delivery/send-mail.ts'
import type { JobName, JobPayloads } from '../domain/job.ts'
import { endRetentions } from './end-retentions.ts'
import { findDueMails } from './find-due-mails.ts'
import { forgetOldRows } from './forget-old-rows.ts'
import { freeAbandonedJobs } from './free-abandoned-jobs.ts'
import type { JobContext } from './job-context.ts'
import { mailCheckpoints } from './mail-checkpoints.ts'
import { watchDataRequests } from './watch-data-requests.ts'

/** One row of the table of jobs. */
export interface Job<Name extends JobName> {
  /**
   * Does it. It may be called twice for one job, so it must be safe to repeat. What it throws has it tried again later,
   * further and further apart; the error is logged and kept beside the job, so its message names nobody.
   */
  run(context: JobContext, payload: JobPayloads[Name]): Promise<void>
  /** A crontab line (UTC), for what is done again and again and by one server of all. */
  readonly every?: string
}

const everyMinute = '* * * * *'
const everyHour = '17 * * * *'

/** Everything that is done in the background. */
export const jobs: { readonly [Name in JobName]: Job<Name> } = {
  'send-mail': { run: sendMail },
  'find-due-mails': { run: findDueMails, every: everyMinute },
  'end-retention': { run: endRetentions, every: everyHour },
  'free-abandoned-jobs': { run: freeAbandonedJobs, every: everyMinute },
  'mail-checkpoints': { run: mailCheckpoints, every: '23 6 * * *' },
  'forget-old-rows': { run: forgetOldRows, every: '17 * * * *' },
  'watch-data-requests': { run: watchDataRequests, every: everyMinute },
}
