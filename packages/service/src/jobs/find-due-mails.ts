import { mailJobKey } from '../delivery/queue-mail.ts'
import { addJob } from '../store/job-queue.ts'
import { listDueMails } from '../store/mails.ts'
import type { JobContext } from './job-context.ts'

const atOnce = 500

/**
 * The row of a mail is what counts, and its job only makes it quick: what is due has a job again within a minute. One
 * that waits keeps its place, or in a long queue the oldest mails would be put behind the others every minute.
 */
export async function findDueMails({ service: { pool, clock } }: JobContext): Promise<void> {
  for (const mail of await listDueMails(pool, clock.now(), atOnce))
    await addJob(pool, 'send-mail', mail, { key: mailJobKey(mail), keepsPlace: true })
}
