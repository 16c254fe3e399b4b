import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { claimDataDir } from './owner-lock.ts'
import { aDataDir } from './test-data-dir.ts'

async function aFolder() {
  const dataDir = await aDataDir()
  await mkdir(dataDir.path)
  return dataDir
}

describe('of many claims at once exactly one is taken', () => {
  const beginnings = {
    'in a new folder': undefined,
    'after an owner that died': JSON.stringify({ pid: 2 ** 22 + 1, started: 'once', purpose: 'serve' }),
    'after an owner whose pid is in use again': JSON.stringify({ pid: 1, started: 'once', purpose: 'serve' }),
    'after an owner that released it': '',
    'after a power failure cut its file short': '{"pid": 1, "sta',
  }
  for (const [name, content] of Object.entries(beginnings)) {
    test(name, async () => {
      await using folder = await aFolder()
      if (content !== undefined) await writeFile(join(folder.path, 'postgres.owner.7'), content)
      const claims = await Promise.all(Array.from({ length: 20 }, () => claimDataDir(folder.path, 'serve')))
      const taken = claims.filter((claim) => claim.taken)
      assert.equal(taken.length, 1)
      assert.equal(taken[0]?.lock.generation, content === undefined ? 1 : 8)
    })
  }
})

test('a released folder can be claimed again, without end and without litter', async () => {
  await using folder = await aFolder()
  for (let round = 1; round <= 20; round++) {
    const claim = await claimDataDir(folder.path, 'command')
    assert.ok(claim.taken)
    assert.equal(claim.lock.generation, round)
    await claim.lock.release()
  }
  assert.deepEqual((await readdir(folder.path)).sort(), ['postgres.owner.19', 'postgres.owner.20'])
})

test('a refused claim learns who holds it', async () => {
  await using folder = await aFolder()
  await claimDataDir(folder.path, 'serve')
  const claim = await claimDataDir(folder.path, 'command')
  assert.ok(!claim.taken)
  assert.equal(claim.owner.pid, process.pid)
  assert.equal(claim.owner.purpose, 'serve')
})
