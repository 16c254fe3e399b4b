import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteSigner, someSigner, someWitness } from '../test/note-keys.ts'
import vectors from '../vectors/c2sp-notes.json' with { type: 'json' }
import { signWith } from './ed25519.ts'
import { Malformed } from './malformed.ts'
import { noteKey, parseVerifierKey } from './note-key.ts'
import { parseNote, signNote, verifyNote } from './signed-note.ts'

const { note = '', keys = [] } = vectors.notes[2] ?? {}

test('published notes are signed by whom they say; unknown keys are ignored', async () => {
  for (const { note, keys, signed_by } of vectors.notes) {
    const verdict = await verifyNote(parseNote(note), keys.map(parseVerifierKey))
    assert.deepEqual(
      verdict.signedBy.map(({ key }) => key.name),
      signed_by,
    )
    assert.deepEqual(verdict.forged, [])
  }
})

test('the note of golang.org/x/mod is signed byte for byte', async () => {
  const { skey, note: which } = vectors.signer
  const seed = Buffer.from(skey.replace(/^([^+]+\+){4}/, ''), 'base64').subarray(1)
  const expected = vectors.notes[which]?.note ?? ''
  const signer = noteSigner('PeterNeumann', seed, 'ed25519')
  assert.ok(expected.startsWith(await signNote(parseNote(expected).text, [signer])))
})

test('a changed text, or a signature moved to another key, is a forgery', async () => {
  const known = keys.map(parseVerifierKey)
  const changed = await verifyNote(parseNote(note.replace('think', 'thank')), known)
  assert.deepEqual(changed.signedBy, [])
  assert.deepEqual(
    changed.forged.map(({ name }) => name),
    ['PeterNeumann', 'EnochRoot'],
  )
})

test('one key signing twice counts once', async () => {
  const line = note.split('\n').find((each) => each.startsWith('— Peter'))
  const verdict = await verifyNote(parseNote(`${note}${line}\n`), keys.map(parseVerifierKey))
  assert.equal(verdict.signedBy.length, 2)
})

test('notes that are none are refused', () => {
  const [text = '', signature = ''] = note.split('\n\n')
  const broken = [
    '',
    '\n',
    '\n\n',
    text,
    `${text}\n\n`,
    note.slice(0, -1),
    `\u0001${note}`,
    `${note}Unexpected line.\n`,
    `${note}\n`,
    `${text}\n${signature}`,
    note.replace('— Peter', '- Peter'),
    note.replace('— Peter', '—  Peter'),
    note.replace('PeterNeumann ', 'Peter Neumann '),
    note.replace('PeterNeumann ', 'Peter+Neumann '),
    note.replace(/x08go[^\n]*/, 'x08goA=='),
    `${text}\ud800\n\n${signature}`,
    text + note.replaceAll('\n', '\r\n'),
    `${text}\n\n${signature.split('\n')[0]}\n`.replace(/— .*\n/, (line) => line.repeat(101)),
  ]
  for (const each of broken) assert.throws(() => parseNote(each), Malformed, JSON.stringify(each))
})

test('a text may have blank lines; the last one parts it from the signatures', async () => {
  const signer = someSigner('example.com', 1)
  const signed = await signNote('one\n\ntwo\n\n', [signer])
  assert.equal(parseNote(signed).text, 'one\n\ntwo\n\n')
  assert.equal((await verifyNote(parseNote(signed), [signer.key])).signedBy.length, 1)
  await assert.rejects(signNote('no newline at the end', [signer]), Malformed)
})

test('a key of WebCrypto signs, and several sign one note', async () => {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  assert.ok('publicKey' in pair)
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const key = noteKey('example.com/web', 'ed25519', publicKey)
  const witness = someWitness('witness.example', 2, () => 1_700_000_000)
  const signed = parseNote(await signNote('a text\n', [{ key, sign: signWith(pair.privateKey) }, witness]))
  const { signedBy } = await verifyNote(signed, [witness.key, key])
  assert.deepEqual(
    signedBy.map(({ key, time }) => [key.name, time]),
    [
      ['example.com/web', undefined],
      ['witness.example', 1_700_000_000],
    ],
  )
})

test('a signature of one type is none of the other, by the same key and name', async () => {
  const log = someSigner('example.com', 3)
  const witness = someWitness('example.com', 3, () => 1_700_000_000)
  assert.notEqual(log.key.id, witness.key.id)
  const signed = parseNote(await signNote('a text\n', [log]))
  assert.deepEqual(await verifyNote(signed, [witness.key]), { signedBy: [], forged: [] })
})
