import type { CatalogueFile } from './catalogue/catalogue-file.ts'
import type { CataloguePlan } from './catalogue/plan-catalogue.ts'
import type { RandomSource, Uuid } from './kernel/id.ts'
import type { MasterKey } from './kernel/master-key.ts'
import type { LogScope } from './log/announce.ts'
import { publishInLog } from './log/publish-in-log.ts'
import type { Pool } from './store/db.ts'
import { type MadeWebhook, settleWebhooks } from './webhooks/settle-webhooks.ts'

export interface PublishedFile {
  readonly plan: CataloguePlan
  /** Webhook endpoints that came into being. */
  readonly made: readonly MadeWebhook[]
}

/**
 * Publishes what a catalogue file changes: its versions, their entries of the log and the webhook endpoints it declares
 * are one transaction.
 *
 * @throws RefusedPlan, CatalogueMoved
 */
export async function publishFile(
  parts: {
    readonly pool: Pool
    readonly random: RandomSource
    readonly masterKey: MasterKey
    readonly newUuid: (now: number) => Uuid
  },
  scope: LogScope,
  file: CatalogueFile,
  now: number,
): Promise<PublishedFile> {
  let made: readonly MadeWebhook[] = []
  const plan = await publishInLog(parts, scope, file, now, async (db, { next }) => {
    made = await settleWebhooks(parts, db, scope, { declared: next.catalogue.webhooks, now })
  })
  return { plan, made }
}
