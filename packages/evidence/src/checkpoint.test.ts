import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someSigner, someWitness } from '../test/note-keys.ts'
import vectors from '../vectors/c2sp-notes.json' with { type: 'json' }
import { formatCheckpoint, openCheckpoint, parseCheckpoint, signCheckpoint } from './checkpoint.ts'
import { Malformed } from './malformed.ts'
import { parseVerifierKey } from './note-key.ts'
import { parseNote } from './signed-note.ts'

const published = vectors.cosigned_checkpoint
const checkpoint = { origin: 'consent.example/log/live-0', size: 7, root: new Uint8Array(32).fill(9) }
const log = someSigner(checkpoint.origin, 1)
const witness = someWitness('witness.example', 2, () => 1_700_000_000)

test('the example of C2SP tlog-checkpoint is read and written', () => {
  const { note, origin, size, root } = vectors.checkpoint_text
  const { text } = parseNote(note)
  const parsed = parseCheckpoint(text)
  assert.deepEqual(parsed, { origin, size, root: new Uint8Array(Buffer.from(root, 'base64')) })
  assert.equal(formatCheckpoint(parsed), text)
})

test('a checkpoint of a public log holds, with its four witnesses and their times', async () => {
  const keys = [published.log_key, ...published.witness_keys].map(parseVerifierKey)
  const opened = await openCheckpoint(published.note, keys)
  assert.equal(opened.isSigned, true)
  assert.deepEqual(
    opened.cosignatures.map(({ witness, time }) => [witness.name, time]),
    keys.slice(1).map(({ name }) => [name, published.time]),
  )
})

test('one digit more, and neither log nor witness has signed', async () => {
  const keys = [published.log_key, ...published.witness_keys].map(parseVerifierKey)
  const opened = await openCheckpoint(published.note.replace('1432088532', '1432088533'), keys)
  assert.equal(opened.isSigned, false)
  assert.deepEqual(opened.cosignatures, [])
})

test('without a known key of the log a checkpoint is not signed, whoever witnessed it', async () => {
  const opened = await openCheckpoint(published.note, published.witness_keys.map(parseVerifierKey))
  assert.equal(opened.isSigned, false)
  assert.equal(opened.cosignatures.length, 4)
})

test('a key signs for the origin that it is named after, and for no other', async () => {
  const other = someSigner('consent.example/log/test-0', 3)
  const note = await signCheckpoint(checkpoint, [other])
  assert.equal((await openCheckpoint(note, [other.key])).isSigned, false)
})

test('a forged line of a known witness spoils the checkpoint', async () => {
  const note = await signCheckpoint(checkpoint, [log, witness])
  assert.equal((await openCheckpoint(note, [log.key, witness.key])).isSigned, true)
  const later = note.replace(/(— witness\.example .{14})./, '$1B')
  assert.equal((await openCheckpoint(later, [log.key, witness.key])).isSigned, false)
  assert.equal((await openCheckpoint(later, [log.key])).isSigned, true)
})

test('extension lines are signed but not read', async () => {
  const text = `${formatCheckpoint(checkpoint)}an extension\n`
  assert.deepEqual(parseCheckpoint(text), checkpoint)
})

test('texts that are no checkpoints are refused', () => {
  const text = formatCheckpoint(checkpoint)
  const broken = [
    '',
    text.slice(0, -1),
    `\n${text}`,
    text.replace('7', '07'),
    text.replace('7', '-7'),
    text.replace('7', '7.0'),
    text.replace('7', '9007199254740993'),
    text.replace('CQkJ', ''),
    `${text}\n`,
    text.replace('=', ''),
    `${text}\nx\n`,
  ]
  for (const each of broken) assert.throws(() => parseCheckpoint(each), Malformed, JSON.stringify(each))
})
