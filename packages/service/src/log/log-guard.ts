import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type Checkpoint, type NoteKey, openCheckpoint } from '@assent/evidence'
import { type LogPlace, logName } from '../domain/log-place.ts'

/** The last checkpoint that was signed, kept where no restore of the database reaches. */
export interface Guarded extends Checkpoint {
  /** The signed note; undefined while the log is empty and nothing was signed. */
  readonly note: string | undefined
}

/** A guard that does not hold what it was given: a broken disk, or somebody's hand. */
export class BrokenGuard extends Error {}

/** A guard is of one log and one key. */
export function guardIdOf(place: LogPlace, kid: string): string {
  return `${logName(place)}-${kid}`
}

/** Sunlight's compare-and-swap, on a file system: what was once signed can never be signed otherwise. */
export interface LogGuard {
  /** `id` names the log and its key: a new database in an old folder is another log. @throws BrokenGuard */
  read(id: string, key: NoteKey): Promise<Guarded | undefined>
  /** An empty note with size 0 says that the log exists and has signed nothing. */
  write(id: string, size: number, note: string): Promise<void>
  /** Whether a log of this name was ever kept here, under whatever key: its origin is taken. */
  knows(name: string): Promise<boolean>
}

/**
 * One file a size, and the largest counts: a slow former leader that writes late can add a smaller one, and never
 * take back a larger one. Servers that share a database must share this folder, too.
 */
export function openLogGuard(folder: string): LogGuard {
  const folderOf = (id: string) => join(folder, id)

  async function sizes(id: string): Promise<number[]> {
    return (await list(folderOf(id)))
      .filter((file) => /^\d{16}$/.test(file))
      .map(Number)
      .sort((a, b) => b - a)
  }

  return {
    async read(id, key) {
      const [size] = await sizes(id)
      if (size === undefined) return undefined
      const note = await readFile(join(folderOf(id), fileOf(size)), 'utf8')
      if (size === 0 && note === '')
        return { origin: key.name, size: 0, root: new Uint8Array(), note: undefined }
      const checkpoint = await openCheckpoint(note, [key]).catch((cause: unknown) => {
        throw new BrokenGuard(`the guard of ${id} is not readable`, { cause })
      })
      if (!checkpoint.isSigned || checkpoint.size !== size)
        throw new BrokenGuard(`the guard of ${id} is not what this log signed`)
      return { ...checkpoint, note }
    },

    async write(id, size, note) {
      const path = folderOf(id)
      await mkdir(path, { recursive: true, mode: 0o700 })
      const draft = join(path, `.draft-${process.pid}-${size}`)
      // A crash up to here leaves the guard before, and at most a draft that nobody reads.
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(note)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, join(path, fileOf(size)))
      // A crash from here on leaves two; the larger one counts.
      await syncFolder(path)
      for (const old of await sizes(id))
        if (old < size) await unlink(join(path, fileOf(old))).catch(() => undefined)
    },

    knows: async (name) => (await list(folder)).some((id) => id.startsWith(`${name}-`)),
  }
}

async function list(path: string): Promise<string[]> {
  return await readdir(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
}

function fileOf(size: number): string {
  return String(size).padStart(16, '0')
}

/** So that the rename itself survives a power cut; Windows has no such thing, and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
