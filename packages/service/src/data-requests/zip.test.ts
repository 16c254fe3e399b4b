import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { zip } from './zip.ts'

/** Of another make than ours. */
const reader = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps([[i.filename, list(i.date_time), archive.read(i).decode()] for i in archive.infolist()]))
`
let hasPython = true
try {
  execFileSync('python3', ['-c', 'import zipfile'])
} catch {
  hasPython = false
}

test('an independent reader finds every file whole, by its name and time', { skip: !hasPython }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assent-zip-'))
  const path = join(folder, 'archive.zip')
  const long = 'Straße '.repeat(20_000)
  const files = [
    { name: 'data.json', content: Buffer.from('{"a":1}') },
    { name: 'receipts/1.jws', content: Buffer.from(long) },
    { name: 'empty.txt', content: Buffer.alloc(0) },
  ]
  writeFileSync(path, zip(files, Date.parse('2026-11-21T09:30:14Z')))
  const read = JSON.parse(execFileSync('python3', ['-c', reader, path], { encoding: 'utf8' }))
  const time = [2026, 11, 21, 9, 30, 14]
  assert.deepEqual(read, [
    ['data.json', time, '{"a":1}'],
    ['receipts/1.jws', time, long],
    ['empty.txt', time, ''],
  ])
  rmSync(folder, { recursive: true })
})
