import { link, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemRandom } from '../../kernel/id.ts'
import { findProcessStart } from './running-process.ts'

/** Why a process has the database open: to serve until told to stop, or for one command. */
export type Purpose = 'serve' | 'command'

export interface Owner {
  readonly pid: number
  readonly started: string
  readonly purpose: Purpose
}

export interface OwnerLock {
  /** Never used twice in one data directory. */
  readonly generation: number
  release(): Promise<void>
}

export type Claim =
  | { readonly taken: true; readonly lock: OwnerLock }
  | { readonly taken: false; readonly owner: Owner }

const prefix = 'postgres.owner.'
const draftPrefix = `${prefix}draft-`

/**
 * One process owns a data directory: the one that wrote the highest `postgres.owner.<n>`. A lock that has to be
 * removed when its owner is dead can be removed twice, the second time from under a new owner; so nothing is removed:
 * who finds the last owner dead creates the next number, which only one can. Killing a process at any moment leaves
 * a dead owner at worst, never a lock that nobody can take.
 */
export async function claimDataDir(dataDir: string, purpose: Purpose): Promise<Claim> {
  const started = await findProcessStart(process.pid)
  const self: Owner = { pid: process.pid, started: started ?? 'unknown', purpose }
  for (;;) {
    const last = await findLastGeneration(dataDir)
    const owner = await readOwner(dataDir, last)
    if (owner !== undefined && (await isRunning(owner))) return { taken: false, owner }
    const generation = last + 1
    if (!(await createGeneration(dataDir, generation, self))) continue
    // The list above was not read at one instant: with a higher number about, ours is a number of the past.
    if ((await findLastGeneration(dataDir)) === generation) {
      await removeOlder(dataDir, generation)
      return {
        taken: true,
        lock: { generation, release: () => emptyIfThere(join(dataDir, prefix + generation)) },
      }
    }
    await rm(join(dataDir, prefix + generation), { force: true })
  }
}

export async function isRunning(owner: Owner): Promise<boolean> {
  return (await findProcessStart(owner.pid)) === owner.started
}

function generationOf(name: string): number | undefined {
  const digits = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return /^\d+$/.test(digits) ? Number(digits) : undefined
}

async function findLastGeneration(dataDir: string): Promise<number> {
  const names = await readdir(dataDir)
  return Math.max(0, ...names.map((name) => generationOf(name) ?? 0))
}

/** Undefined: never owned, released (empty), or cut short by a power failure, after which no owner lives. */
async function readOwner(dataDir: string, generation: number): Promise<Owner | undefined> {
  const text = await readFile(join(dataDir, prefix + generation), 'utf8').catch(() => '')
  try {
    return JSON.parse(text) as Owner
  } catch {
    return undefined
  }
}

/** A link appears with its whole content or not at all, and only if the name is free. */
async function createGeneration(dataDir: string, generation: number, self: Owner): Promise<boolean> {
  const draft = join(dataDir, draftPrefix + systemRandom().bytes(8).toString('hex'))
  await writeFile(draft, JSON.stringify(self), { mode: 0o600 })
  try {
    await link(draft, join(dataDir, prefix + generation))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // ENOENT: a new owner has tidied our draft away.
    if (code === 'EEXIST' || code === 'ENOENT') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** The one before stays: a list read while we came and it went could otherwise look empty. */
async function removeOlder(dataDir: string, generation: number): Promise<void> {
  const names = await readdir(dataDir)
  const old = names.filter((name) => {
    const number = generationOf(name)
    return name.startsWith(draftPrefix) || (number !== undefined && number < generation - 1)
  })
  await Promise.all(old.map((name) => rm(join(dataDir, name), { force: true })))
}

async function emptyIfThere(path: string): Promise<void> {
  await truncate(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
