import { formatVerifierKey } from '@assent/evidence'
import { routingFor } from '../domain/routing.ts'
import { uuidSource } from '../kernel/id.ts'
import type { LogScope } from '../log/announce.ts'
import { ensureLog, type LogParts } from '../log/ensure-log.ts'
import { logNoteKey } from '../log/log-key.ts'
import { logUrlOf } from '../log/open-log-work.ts'
import { publishReceiptKey, revokeReceiptKey, rotateReceiptKey } from '../log/receipt-keys.ts'
import { readEnvironments } from '../store/environments.ts'
import { readLogs } from '../store/logs.ts'
import type { Given } from './command.ts'
import { CommandRefused } from './command-refused.ts'
import { type CommandContext, environmentOf } from './context.ts'
import type { Output } from './output.ts'

/** What key events are written with; the logs are there, whether or not a server has run since they came to be. */
async function openLogs(
  context: CommandContext,
): Promise<{ readonly parts: LogParts; readonly scopes: readonly LogScope[] }> {
  const { database, masterKey, clock, random, config } = context
  const parts = { pool: database.pool, masterKey, clock, newUuid: uuidSource(random) }
  const stored = await readEnvironments(database.pool, masterKey, clock.now())
  const scopes = stored.map(({ routingSecret, subjectTokenSecrets: _unused, ...scope }) => ({
    ...scope,
    routing: routingFor(routingSecret),
  }))
  for (const scope of scopes) await ensureLog(parts, scope, logUrlOf(config))
  return { parts, scopes }
}

/** A new key, published a day before it signs; `--now` signs with it at once. The one before stays published. */
export async function rotateSigningKey(context: CommandContext, output: Output, given: Given): Promise<void> {
  const { parts, scopes } = await openLogs(context)
  if (given['now'] === true) {
    const kid = await rotateReceiptKey(parts, scopes)
    output.say(`Receipts are now signed with ${kid}. The key before it stays at /.well-known/jwks.json.`)
    output.result({ kid, state: 'active' })
    return
  }
  const kid = await publishReceiptKey(parts, scopes)
  if (kid === undefined)
    throw new CommandRefused(
      'A key is waiting for its day already: see /.well-known/jwks.json, or give --now.',
    )
  output.say(`Published ${kid}: it signs receipts from tomorrow on, when everybody can know it.`)
  output.result({ kid, state: 'pending' })
}

/** A key that may be known to others. What it signed holds where somebody had seen the record in the log before. */
export async function revokeSigningKey(context: CommandContext, output: Output, given: Given): Promise<void> {
  const { parts, scopes } = await openLogs(context)
  const kid = String(given['kid'])
  const revoked = await revokeReceiptKey(parts, scopes, kid, String(given['reason']))
  if (revoked === undefined)
    throw new CommandRefused('There is no such key that could be revoked: see /.well-known/jwks.json.')
  output.say(`Revoked ${kid}: what it signs from now on is not valid.`)
  if (revoked.successor !== undefined) output.say(`Receipts are now signed with ${revoked.successor}.`)
  output.result({ kid, state: 'revoked', successor: revoked.successor ?? null })
}

/** C2SP verifier keys: who checks receipts has to get them from somewhere else than from the receipts. */
export async function listLogKeys(context: CommandContext, output: Output, given: Given): Promise<void> {
  await openLogs(context)
  const scope = await environmentOf(context, String(given['environment']))
  const keys = (await readLogs(context.database.pool, scope)).map((log) => formatVerifierKey(logNoteKey(log)))
  for (const key of keys) output.say(key)
  output.result(keys)
}
