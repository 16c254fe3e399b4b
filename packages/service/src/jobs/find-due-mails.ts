import { mailJobKey } from '../delivery/queue-mail.ts'
import { addJob } from '../store/job-queue.ts'
import { listDueMails } from '../store/mails.ts'
import { environmentsInTime } from './environments-in-time.ts'
import type { JobContext } from './job-context.ts'

const atOnce = 500

/**
 * The row of a mail is what counts, and its job only makes it quick: what is due has a job again within a minute. One
 * that waits keeps its place, or in a long queue the oldest mails would be put behind the others every minute.
 */
export async function findDueMails({ service: everywhere }: JobContext): Promise<void> {
  for (const { environment, service } of await environmentsInTime(everywhere)) {
    const { pool, clock } = service
    for (const mail of await listDueMails(pool, environment.scope, clock.now(), atOnce))
      await addJob(pool, 'send-mail', mail, { key: mailJobKey(mail), keepsPlace: true })
  }
}
