import { canonicalDocument } from '../catalogue/canonical-document.ts'
import type { CatalogueFile } from '../catalogue/catalogue-file.ts'
import type { CataloguePlan } from '../catalogue/plan-catalogue.ts'
import type { Uuid } from '../kernel/id.ts'
import { applyCatalogue } from '../store/catalogues.ts'
import type { Pool, Queryable } from '../store/db.ts'
import { type Announcement, announce, type LogScope } from './announce.ts'

/**
 * Applies a catalogue and says so in the log, in one transaction: which text was in force when can be shown later,
 * by whom the database belongs to as little as by anybody else. `also` does what else belongs into that transaction.
 *
 * @throws RefusedPlan, CatalogueMoved
 */
export function publishInLog(
  parts: { readonly pool: Pool; readonly newUuid: (now: number) => Uuid },
  scope: LogScope,
  file: CatalogueFile,
  now: number,
  also: (db: Queryable, plan: CataloguePlan) => Promise<void>,
): Promise<CataloguePlan> {
  return applyCatalogue(parts.pool, scope, file, now, async (db, plan) => {
    await announce(db, scope, publications(plan), { now, newUuid: parts.newUuid })
    await also(db, plan)
  })
}

/** The versions of purposes, then the catalogue that puts them in force: hashes, not texts, which the store keeps. */
function publications({ purposes, next, basedOn }: CataloguePlan): Announcement[] {
  const { version, sha256, controller } = next.catalogue
  const versions = purposes.flatMap(({ publishes }) => publishes)
  return [
    ...versions.map(
      (published): Announcement => ({
        kind: 'purpose_version',
        payload: canonicalDocument({
          ver: 'assent-purpose-version/1',
          purpose: published.key,
          version: published.version,
          sha256: published.sha256,
          material_change: published.material_change,
          effective_from: published.effective_from,
          catalogue_version: version,
        }),
      }),
    ),
    {
      kind: 'policy_version',
      payload: canonicalDocument({
        ver: 'assent-catalogue-version/1',
        version,
        sha256,
        based_on: basedOn,
        controller_sha256: controller.sha256,
      }),
    },
  ]
}
