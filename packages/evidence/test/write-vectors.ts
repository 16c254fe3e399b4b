// Writes the vectors of our own formats anew: node packages/evidence/test/write-vectors.ts
// Only when a format changes on purpose; until then the files say what every verifier, ours or not, must read.

import { writeFileSync } from 'node:fs'
import { encodeBase64, formatVerifierKey, hashLeaf, parseLeafEntry } from '../src/index.ts'
import { morningMs, servedDocuments } from './builders.ts'
import { someWitness } from './note-keys.ts'
import { someReceiptSigner } from './receipt-keys.ts'
import { TestLog } from './test-log.ts'

const morning = morningMs / 1000
const signer = someReceiptSigner('ES256', morning - 3600, morning + 90 * 86_400)
const witness = someWitness('witness.example', 2, () => morning + 100)
const log = new TestLog()
const created = log.keyEvent('created', signer.kid, morningMs - 3_600_000)
const activated = log.keyEvent('activated', signer.kid, morningMs - 1000)
const index = log.consent({ number: 7, seq: 7 })
for (let number = 8; number < 300; number++) log.consent({ number, subject: number })
const checkpoint = await log.checkpoint(log.size, [witness])

const { entry, payload } = log.records[index] ?? {}
if (!entry || !payload) throw new Error('the log has lost its record')
const claims = JSON.parse(new TextDecoder().decode(payload))
const write = (name: string, value: unknown): void =>
  writeFileSync(new URL(`../vectors/${name}.json`, import.meta.url), `${JSON.stringify(value, null, 2)}\n`)

write('payload', {
  claims,
  text: new TextDecoder().decode(payload),
  commitment: encodeBase64(parseLeafEntry(entry).commitment),
  leaf_entry: new TextDecoder().decode(entry),
  leaf_hash: encodeBase64(hashLeaf(entry)),
})
write('receipt', {
  log_key: formatVerifierKey(log.signer.key),
  witness_key: formatVerifierKey(witness.key),
  key_set: { keys: [signer.jwk] },
  key_events: await Promise.all([created, activated].map((each) => log.loggedKeyEvent(each, checkpoint))),
  receipt: {
    id: claims.jti,
    object: 'receipt',
    status: 'logged',
    jws: signer.sign(payload, morning + 60),
    claims,
    documents: servedDocuments(),
    log: await log.proof(index, checkpoint),
    links: { jwks: '/.well-known/jwks.json' },
  },
})
