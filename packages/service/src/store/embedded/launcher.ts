import { chmod, chown, lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { embeddedError } from './embedded-error.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { type Command, runCommand } from './run-command.ts'
import { findNobody, type Identity, isUserNamed, readUsers } from './system-users.ts'

/** How PostgreSQL's programs are started here: they refuse to run as root, or as a user without a name. */
export interface Launcher {
  readonly name: 'this user' | 'a user namespace' | 'nobody'
  wrap(file: string, args: readonly string[]): Command
  /** Makes a folder and all in it one that PostgreSQL, started this way, may own; it refuses another's. */
  handOver(folder: string): Promise<void>
}

type Wrap = Launcher['wrap']

export async function chooseLauncher(dataDir: string, binaries: PostgresBinaries): Promise<Launcher> {
  if (process.getuid === undefined) return { name: 'this user', wrap: toCommand, handOver: async () => {} }
  const uid = process.getuid()
  const dying = await findDeathSignal()
  if (uid !== 0 && isUserNamed()) return launchAsThisUser(uid, dying)
  return (
    (await launchInUserNamespace(dataDir, binaries, uid, dying)) ??
    (uid === 0 ? await launchAsNobody(dataDir, binaries, dying) : undefined) ??
    refuseUser(dataDir, uid)
  )
}

function toCommand(file: string, args: readonly string[]): Command {
  return { file, args }
}

function prefixed(prefix: readonly string[], file: string, args: readonly string[]): Command {
  const [first, ...rest] = [...prefix, file, ...args]
  return { file: first ?? file, args: rest }
}

/** The kernel sends this when Node dies, even of kill -9: PostgreSQL then shuts down cleanly by itself. */
async function findDeathSignal(): Promise<readonly string[]> {
  const prefix = ['setpriv', '--pdeathsig', 'INT']
  return (await runCommand(prefixed(prefix, 'true', []))).ok ? prefix : []
}

function launchAsThisUser(uid: number, dying: readonly string[]): Launcher {
  return {
    name: 'this user',
    wrap: (file, args) => prefixed(dying, file, args),
    handOver: (folder) => requireOwner(folder, uid),
  }
}

/** In a namespace of its own it is somebody else, while the files stay this user's and no user has to be made. */
async function launchInUserNamespace(
  dataDir: string,
  binaries: PostgresBinaries,
  uid: number,
  dying: readonly string[],
): Promise<Launcher | undefined> {
  const named = (await readUsers()).find((user) => user.uid !== 0)
  if (named === undefined) return undefined
  const prefix = ['unshare', '--user', `--map-user=${named.uid}`, `--map-group=${named.gid}`, ...dying]
  const wrap: Wrap = (file, args) => prefixed(prefix, file, args)
  if (!(await canReach(wrap, dataDir, binaries))) return undefined
  return {
    name: 'a user namespace',
    wrap,
    handOver: (folder) => (uid === 0 ? changeOwner(folder, { uid: 0, gid: 0 }) : requireOwner(folder, uid)),
  }
}

export async function launchAsNobody(
  dataDir: string,
  binaries: PostgresBinaries,
  dying: readonly string[],
): Promise<Launcher | undefined> {
  const nobody = await findNobody()
  const wrap: Wrap = (file, args) => ({ ...prefixed(dying, file, args), uid: nobody.uid, gid: nobody.gid })
  // The way to its data leads through this folder, so it must let that group pass; all else in it stays closed.
  await chown(dataDir, -1, nobody.gid)
  await chmod(dataDir, 0o710)
  if (!(await canReach(wrap, dataDir, binaries))) return undefined
  return { name: 'nobody', wrap, handOver: (folder) => changeOwner(folder, nobody) }
}

/** A container may forbid namespaces; a folder above may be closed, as a home folder of root is. */
async function canReach(wrap: Wrap, dataDir: string, binaries: PostgresBinaries): Promise<boolean> {
  const script = 'cd "$0" && exec "$1" --version'
  return (await runCommand(wrap('/bin/sh', ['-c', script, dataDir, binaries.postgres]))).ok
}

function refuseUser(dataDir: string, uid: number): never {
  throw embeddedError(
    uid === 0
      ? 'PostgreSQL does not run as root. This system forbids user namespaces, and the user `nobody` cannot reach ' +
          `${dataDir} or this program's folder: run as a plain user, or open the folders above them (chmod o+x).`
      : `PostgreSQL does not run as a user without a name, and user ${uid} has none in /etc/passwd.`,
  )
}

/**
 * From one of root's ways to another; what a plain user has made stays that user's. The folder itself comes last:
 * were this cut short, the next start would do it again.
 */
async function changeOwner(folder: string, { uid, gid }: Identity): Promise<void> {
  const owner = (await stat(folder)).uid
  if (owner === uid) return
  if (owner !== 0 && owner !== (await findNobody()).uid) refuseOwner(folder, owner)
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid)
  await chown(folder, uid, gid)
}

async function requireOwner(folder: string, uid: number): Promise<void> {
  const owner = (await stat(folder)).uid
  if (owner !== uid) refuseOwner(folder, owner)
}

function refuseOwner(folder: string, owner: number): never {
  throw embeddedError(`${folder} belongs to user ${owner}: run as that user.`)
}
