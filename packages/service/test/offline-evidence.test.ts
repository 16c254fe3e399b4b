import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { record } from './a-consent.ts'
import { exported } from './exported-log.ts'
import { anAnonymousRef, openHarness } from './harness.ts'
import { runOffline as assent } from './run-offline.ts'
import { entriesOfTheStart } from './test-log.ts'

test('a receipt and a log hold, and a forged one does not, with the server gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assent-offline-'))
  const file = (name: string) => join(folder, name)
  let logKey = ''
  let lines: string[] = []
  {
    await using t = await openHarness({ keepsLog: true })
    for (let i = 0; i < 6; i++)
      await Promise.all(Array.from({ length: 50 }, () => record(t, anAnonymousRef())))
    const { receipt } = await record(t, anAnonymousRef())
    ;({ lines, logKey } = await exported(t))
    await writeFile(file('receipt.json'), (await t.call('GET', receipt.url)).text)
    await writeFile(
      file('receipt.jws'),
      (await t.call('GET', receipt.url, { headers: { Accept: 'application/jose' } })).text,
    )
    await writeFile(file('jwks.json'), (await t.call('GET', '/.well-known/jwks.json', { key: null })).text)
    const dataDir = t.service.config.dataDir
    await t.service.logWork?.close()
    await writeFile(file('seen.jsonl'), await readFile(join(dataDir, 'log-checkpoints', 'test-0.jsonl')))
  }
  const keys = ['--keys', file('jwks.json')]

  const valid = await assent('verify', file('receipt.json'), ...keys, '--log-key', logKey)
  assert.equal(valid.code, 0, valid.text)
  assert.match(valid.text, /^VALID/m)
  const bare = await assent('verify', file('receipt.jws'), ...keys)
  assert.equal(bare.code, 0, bare.text)
  const asked = await assent('verify', file('receipt.jws'), ...keys, '--log-key', logKey)
  assert.equal(asked.code, 1, 'a bare JWS is not shown to be in the log')
  const text = await readFile(file('receipt.json'), 'utf8')
  await writeFile(
    file('forged.json'),
    text.replace(/"index":(\d+)/, (_, index) => `"index":${Number(index) - 1}`),
  )
  const forged = await assent('verify', file('forged.json'), ...keys, '--log-key', logKey, '--json')
  assert.equal(forged.code, 1)
  assert.equal(JSON.parse(forged.text).verdict, 'invalid')
  assert.equal((await assent('verify')).code, 2)

  const audit = async (name: string, changed: readonly string[]) => {
    await writeFile(file(name), `${changed.join('\n')}\n`)
    const seen = ['--seen', file('seen.jsonl')]
    const { code, text: answer } = await assent('audit', file(name), '--log-key', logKey, ...seen, '--json')
    return { code, counts: Object.keys(JSON.parse(answer).counts) }
  }
  assert.equal(lines.length, 1 + entriesOfTheStart + 301)
  assert.deepEqual(await audit('whole.jsonl', lines), { code: 0, counts: [] })
  const altered = lines.map((line, at) => (at === 100 ? line.replace(/analytics/, 'marketing') : line))
  assert.deepEqual(await audit('altered.jsonl', altered), { code: 1, counts: ['altered_payload'] })
  const removed = lines.filter((_, at) => at !== 100)
  assert.equal((await audit('removed.jsonl', removed)).code, 1)
  assert.deepEqual(await audit('cut.jsonl', lines.slice(0, -3)), { code: 1, counts: ['cut_tail'] })
  await rm(folder, { recursive: true })
})
