import { createHash } from 'node:crypto'
import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemRandom } from '../../kernel/id.ts'
import { embeddedError } from './embedded-error.ts'
import type { Launcher } from './launcher.ts'
import type { PostgresSettings } from './postgres-settings.ts'

/** What a socket's path may have, in bytes: the size of sun_path less its final NUL. */
const socketPathBytesMax = process.platform === 'linux' ? 107 : 103
/** Only a part of the socket's name: nothing listens on a TCP port. */
const socketPort = 5432

/** A socket, or where there are none (Windows) a port of this machine. */
export interface Address {
  /** Empty: there is none. */
  readonly socketFolder: string
  readonly port: number
}

export interface ListenAddress extends Address {
  readonly settings: PostgresSettings
  /** Tidies up after the server has ended. */
  remove(): Promise<void>
}

/**
 * Where PostgreSQL listens: on a socket in its own data folder, which it insists is closed to all others, or if the
 * path to that is too long for a socket, in a folder of the same kind with a short one.
 */
export async function chooseListenAddress(data: string, launcher: Launcher): Promise<ListenAddress> {
  if (process.platform === 'win32') {
    const port = await findFreePort()
    const settings = { listen_addresses: '127.0.0.1', port: String(port) }
    return { socketFolder: '', port, settings, remove: async () => {} }
  }
  const isShort = isSocketPath(data)
  const folder = isShort ? data : await makeShortFolder(data, launcher)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
    port: String(socketPort),
  }
  const remove = async () => {
    if (!isShort) await rm(folder, { recursive: true, force: true })
  }
  return { socketFolder: folder, port: socketPort, settings, remove }
}

export function socketPath({ socketFolder, port }: Address): string {
  return join(socketFolder, `.s.PGSQL.${port}`)
}

/** Understood by `pg` and by libpq alike. */
export async function connectionUrl(dataDir: string, at: Address): Promise<string> {
  if (at.socketFolder === '') {
    const password = await readFile(passwordPath(dataDir), 'utf8')
    return `postgres://postgres:${password.trim()}@127.0.0.1:${at.port}/assent`
  }
  const host = encodeURIComponent(at.socketFolder).replaceAll('%2F', '/')
  return `postgres://postgres@localhost:${at.port}/assent?host=${host}`
}

/** Only where there are no sockets: other users of the machine reach the port too. */
export function passwordPath(dataDir: string): string {
  return join(dataDir, 'postgres.password')
}

export async function ensurePassword(dataDir: string): Promise<void> {
  await writeFile(passwordPath(dataDir), systemRandom().bytes(24).toString('hex'), { mode: 0o600 })
}

function isSocketPath(folder: string): boolean {
  return Buffer.byteLength(socketPath({ socketFolder: folder, port: socketPort })) <= socketPathBytesMax
}

/** Always the same for the same data, so that one left behind is found and used again. */
async function makeShortFolder(data: string, launcher: Launcher): Promise<string> {
  const mark = createHash('sha256').update(data).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `assent-${mark}`)
  if (!isSocketPath(folder))
    throw embeddedError(`${data} and ${folder} are both too long for a socket's path.`)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  // Anybody may have made it before us, in a place where all may write.
  const before = await lstat(folder)
  const isClosed = before.isDirectory() && (before.mode & 0o077) === 0
  if (!isClosed)
    throw embeddedError(`${folder} is needed for the database's socket, and others can enter it.`)
  await launcher.handOver(folder)
  return folder
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
