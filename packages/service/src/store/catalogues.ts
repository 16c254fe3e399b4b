import type { CatalogueFile } from '../catalogue/catalogue-file.ts'
import { controllerDocument, readControllerDocument } from '../catalogue/controller-document.ts'
import { type CataloguePlan, isEmptyPlan, planCatalogue } from '../catalogue/plan-catalogue.ts'
import {
  preferenceTemplateDocument,
  readPreferenceTemplate,
} from '../catalogue/preference-template-document.ts'
import {
  assembleCatalogue,
  catalogueDocument,
  type PublishedCatalogue,
} from '../catalogue/published-catalogue.ts'
import { purposeDocument, readPurposeDocument } from '../catalogue/purpose-document.ts'
import { RefusedPlan } from '../catalogue/refused-plan.ts'
import type { Catalogue, PublishedController } from '../domain/catalogue.ts'
import type { PreferenceTemplate } from '../domain/preference-template.ts'
import type { PurposeVersion } from '../domain/purpose.ts'
import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import { OperatorError } from '../kernel/operator-error.ts'
import { type Pool, type Queryable, transaction } from './db.ts'
import { raiseSettingsVersion } from './settings-version.ts'

/** Somebody else's apply came first, so the plan that this one was about to carry out no longer holds. */
export class CatalogueMoved extends OperatorError {
  constructor() {
    super('Another apply changed the catalogue in the same moment, and this one changed nothing: plan again.')
    this.name = 'CatalogueMoved'
  }
}

/** Undefined until the first apply. */
export async function readCatalogue(db: Queryable, scope: Scope): Promise<Catalogue | undefined> {
  return (await readPublishedCatalogue(db, scope))?.catalogue
}

/** The catalogue as it was under a number; undefined where that was never given. */
export async function readCatalogueVersion(
  db: Queryable,
  scope: Scope,
  version: number,
): Promise<Catalogue | undefined> {
  const { rows } = await db.query<{ document: Buffer; sha256: string }>(
    'SELECT document, sha256 FROM catalogues WHERE env_id = $1 AND version = $2',
    [scope.environmentId, version],
  )
  return (await assemble(db, scope, rows[0]))?.catalogue
}

/** With the purposes that are no longer offered: what a plan is made against. */
export async function readPublishedCatalogue(
  db: Queryable,
  scope: Scope,
): Promise<PublishedCatalogue | undefined> {
  const { rows } = await db.query<{ document: Buffer; sha256: string }>(
    'SELECT document, sha256 FROM catalogues WHERE env_id = $1 ORDER BY version DESC LIMIT 1',
    [scope.environmentId],
  )
  return await assemble(db, scope, rows[0])
}

async function assemble(
  db: Queryable,
  scope: Scope,
  stored: { readonly document: Buffer; readonly sha256: string } | undefined,
): Promise<PublishedCatalogue | undefined> {
  if (stored === undefined) return undefined
  // Read after it: they are only ever added to, so whatever the document names is there.
  const controllers = await readControllers(db, scope)
  const versions = await readPurposeVersions(db, scope)
  const templates = await readTemplates(db, scope)
  return assembleCatalogue(stored.document.toString(), stored.sha256, controllers, versions, templates)
}

/**
 * Publishes what the file changes, all of it or nothing, and returns what that was. The same file twice changes
 * nothing. `tell` does what else belongs into the transaction (log/publish-in-log.ts).
 *
 * @throws RefusedPlan, CatalogueMoved
 */
export function applyCatalogue(
  pool: Pool,
  scope: Scope,
  file: CatalogueFile,
  now: number,
  tell: (db: Queryable, plan: CataloguePlan) => Promise<void>,
): Promise<CataloguePlan> {
  return transaction(pool, async (db) => {
    const plan = planCatalogue(await readPublishedCatalogue(db, scope), file, now)
    if (plan.refusals.length > 0) throw new RefusedPlan(plan.refusals)
    if (isEmptyPlan(plan)) return plan
    await claimVersion(db, scope, plan.next.catalogue, now)
    for (const version of plan.purposes.flatMap(({ publishes }) => publishes))
      await insertPurposeVersion(db, scope, version, plan)
    if (plan.controller.toVersion !== plan.controller.fromVersion) await insertController(db, scope, plan)
    await tell(db, plan)
    await insertTemplate(db, scope, plan)
    await raiseSettingsVersion(db)
    return plan
  })
}

/**
 * Of two applies that read the same version only one gets the next number: the other waits here for its end, and
 * finds the number taken. Nothing else is written before, so it leaves nothing behind.
 */
async function claimVersion(db: Queryable, scope: Scope, catalogue: Catalogue, now: number): Promise<void> {
  const { rows } = await db.query(
    `INSERT INTO catalogues (env_id, version, document, sha256, applied_at)
     VALUES ($1, $2, $3::bytea, $4, $5::timestamptz)
     ON CONFLICT (env_id, version) DO NOTHING RETURNING version`,
    [
      scope.environmentId,
      catalogue.version,
      Buffer.from(catalogueDocument(catalogue)),
      catalogue.sha256,
      toTimestamp(now),
    ],
  )
  if (rows.length === 0) throw new CatalogueMoved()
}

async function insertPurposeVersion(
  db: Queryable,
  scope: Scope,
  version: PurposeVersion,
  plan: CataloguePlan,
): Promise<void> {
  await db.query(
    `INSERT INTO purpose_versions
       (env_id, purpose_key, version, document, sha256, material_change, effective_from, catalogue_version)
     VALUES ($1, $2, $3, $4::bytea, $5, $6, $7::timestamptz, $8)`,
    [
      scope.environmentId,
      version.key,
      version.version,
      Buffer.from(purposeDocument(version)),
      version.sha256,
      version.material_change,
      version.effective_from,
      plan.next.catalogue.version,
    ],
  )
}

async function insertController(db: Queryable, scope: Scope, plan: CataloguePlan): Promise<void> {
  const { controller, version } = plan.next.catalogue
  await db.query(
    `INSERT INTO controller_versions (env_id, version, controller_id, document, sha256, catalogue_version)
     VALUES ($1, $2, $3, $4::bytea, $5, $6)`,
    [
      scope.environmentId,
      controller.version,
      controller.id,
      Buffer.from(controllerDocument(controller)),
      controller.sha256,
      version,
    ],
  )
}

async function insertTemplate(db: Queryable, scope: Scope, plan: CataloguePlan): Promise<void> {
  const { preferenceTemplate: template, version } = plan.next.catalogue
  // One that comes back after a time without any is there already.
  if (template === undefined || plan.template.fromVersion === template.version) return
  await db.query(
    `INSERT INTO preference_template_versions (env_id, version, document, sha256, catalogue_version)
     VALUES ($1, $2, $3::bytea, $4, $5) ON CONFLICT (env_id, version) DO NOTHING`,
    [
      scope.environmentId,
      template.version,
      Buffer.from(preferenceTemplateDocument(template)),
      template.sha256,
      version,
    ],
  )
}

async function readTemplates(db: Queryable, scope: Scope): Promise<PreferenceTemplate[]> {
  const { rows } = await db.query<{ document: Buffer; sha256: string }>(
    'SELECT document, sha256 FROM preference_template_versions WHERE env_id = $1 ORDER BY version',
    [scope.environmentId],
  )
  return rows.map(({ document, sha256 }) => readPreferenceTemplate(document.toString(), sha256))
}

async function readControllers(db: Queryable, scope: Scope): Promise<PublishedController[]> {
  const { rows } = await db.query<{ document: Buffer; sha256: string }>(
    'SELECT document, sha256 FROM controller_versions WHERE env_id = $1',
    [scope.environmentId],
  )
  return rows.map(({ document, sha256 }) => readControllerDocument(document.toString(), sha256))
}

async function readPurposeVersions(db: Queryable, scope: Scope): Promise<PurposeVersion[]> {
  const { rows } = await db.query<{
    document: Buffer
    sha256: string
    material_change: boolean
    effective_from: number
  }>(
    `SELECT document, sha256, material_change, effective_from FROM purpose_versions
     WHERE env_id = $1 ORDER BY purpose_key, version`,
    [scope.environmentId],
  )
  return rows.map(({ document, sha256, material_change, effective_from }) =>
    readPurposeDocument(document.toString(), {
      sha256,
      material_change,
      effective_from: toTimestamp(effective_from),
    }),
  )
}
