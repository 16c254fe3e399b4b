import { Webhook } from 'standardwebhooks'
import type { RandomSource } from '../kernel/id.ts'
import type { MasterKey } from '../kernel/master-key.ts'

const secretBytes = 32
const label = 'webhook'

/** `whsec_` and base64, as the specification writes it. */
export function makeWebhookSecret(random: RandomSource): string {
  return `whsec_${random.bytes(secretBytes).toString('base64')}`
}

export function sealWebhookSecret(masterKey: MasterKey, secret: string): Buffer {
  return masterKey.seal(Buffer.from(secret), label)
}

export function openWebhookSecret(masterKey: MasterKey, sealed: Buffer): string {
  return masterKey.open(sealed, label).toString()
}

/** The headers of one attempt: the id stays over all of them, the time is this one's. Each secret in force signs. */
export function signWebhook(
  secrets: readonly string[],
  id: string,
  now: number,
  body: string,
): Readonly<Record<string, string>> {
  const at = new Date(now)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
