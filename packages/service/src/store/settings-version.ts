import type { Queryable } from './db.ts'

/** Tells every server that keys, secrets or the catalogue changed; in the transaction of the change. */
export async function raiseSettingsVersion(db: Queryable): Promise<void> {
  await db.query('UPDATE settings_version SET version = version + 1 WHERE id = 1')
}

export async function readSettingsVersion(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ version: number }>('SELECT version FROM settings_version WHERE id = 1')
  return rows[0]?.version ?? 0
}
