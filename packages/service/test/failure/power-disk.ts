import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * A disk whose power can be cut: ext4 on a loop device. The cut is the file system's own shut-down request (the one
 * that xfstests uses): from one instant on nothing more reaches the device, what only the page cache held is gone,
 * and the journal stays as it is. What was flushed before survives, as on a real disk.
 */
export interface PowerDisk {
  readonly folder: string
  /** Everything written so far reaches the disk: the set-up is no part of what a cut is to show. */
  sync(): Promise<void>
  cut(): Promise<void>
  /** The power is back: the journal is replayed. Whoever had files open must have been killed. */
  restore(): Promise<void>
  remove(): Promise<void>
}

const diskBytes = 3 * 1024 ** 3
/**
 * EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, from linux/fs/ext4. Perl, because Node has no ioctl; started
 * beforehand, because in the time that a program needs to start PostgreSQL would write out what is to be lost.
 */
const shutDown =
  'open(F, "<", $ARGV[0]) or die $!; my $flags = pack("L", 2); ' +
  '$| = 1; print "armed\\n"; <STDIN> or exit; ioctl(F, 0x8004587d, $flags) or die $!'
const busyMaxMs = 60_000
const pollMs = 50

/** Why no power can be cut here; undefined when it can. */
export function whyNoPowerDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a disk'
  try {
    for (const tool of ['losetup', 'mkfs.ext4', 'umount', 'perl']) execFileSync('which', [tool])
    execFileSync('losetup', ['--find'], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `a tool is missing, or loop devices are (${(error as Error).message.split('\n')[0]})`
  }
}

export async function aPowerDisk(folder: string): Promise<PowerDisk> {
  const image = join(folder, 'disk.img')
  const mountPoint = join(folder, 'disk')
  await mkdir(mountPoint, { recursive: true })
  await writeFile(image, '')
  await truncate(image, diskBytes)
  await run('mkfs.ext4', ['-q', '-F', '-E', 'lazy_itable_init=1,nodiscard', image])
  const device = (await run('losetup', ['--find', '--show', image])).stdout.trim()
  await run('mount', [device, mountPoint])
  let fuse = await armFuse(mountPoint)
  const release = releaseAtExit(mountPoint, device)

  async function unmount(): Promise<void> {
    for (let waitedMs = 0; ; waitedMs += pollMs) {
      try {
        await run('umount', [mountPoint])
        return
      } catch (error) {
        // A killed process takes a moment to let go of its files.
        if (waitedMs >= busyMaxMs) throw error
        await delay(pollMs)
      }
    }
  }

  return {
    folder: mountPoint,
    sync: async () => void (await run('sync', ['--file-system', mountPoint])),
    cut: () => fuse.blow(),
    async restore() {
      await unmount()
      await run('mount', [device, mountPoint])
      fuse = await armFuse(mountPoint)
    },
    async remove() {
      await fuse.remove()
      await unmount()
      await run('losetup', ['--detach', device])
      process.off('exit', release)
      await rm(image, { force: true })
    },
  }
}

interface Fuse {
  blow(): Promise<void>
  remove(): Promise<void>
}

async function armFuse(mountPoint: string): Promise<Fuse> {
  const child = spawn('perl', ['-e', shutDown, mountPoint], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended])
  return {
    async blow() {
      child.stdin.end('now\n')
      const [code] = await ended
      if (code !== 0) throw new Error('the power could not be cut')
    },
    async remove() {
      child.stdin.end()
      await ended
    },
  }
}

/** A harness that ends early must not leave a mounted disk behind. */
function releaseAtExit(mountPoint: string, device: string): () => void {
  const release = () => {
    try {
      execFileSync('umount', ['--lazy', mountPoint])
      execFileSync('losetup', ['--detach', device])
    } catch {
      // There is nobody left to tell.
    }
  }
  process.on('exit', release)
  return release
}
