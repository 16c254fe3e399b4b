import { readFile } from 'node:fs/promises'
import { runCommand } from './run-command.ts'

/**
 * When a process started, in the system's own words: together with its pid this names a process for ever, whereas a
 * pid alone is soon given to another. Undefined: there is no such process any more.
 */
export function findProcessStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return findStartInProc(pid)
  if (process.platform === 'win32') return Promise.resolve(isPidTaken(pid) ? 'running' : undefined)
  return findStartByPs(pid)
}

async function findStartInProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  // The second field is the program's name in brackets, and may itself hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state] = fields
  // Killed, and only waiting for its parent to take note.
  if (state === 'Z' || state === 'X') return undefined
  // Counted from boot, so two boots can hold the same pid and tick.
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
  return `${boot.trim()}/${fields[19]}`
}

async function findStartByPs(pid: number): Promise<string | undefined> {
  const { ok, output } = await runCommand({ file: 'ps', args: ['-o', 'state=,lstart=', '-p', String(pid)] })
  const [state = 'Z', ...started] = output.trim().split(/\s+/)
  return ok && !state.startsWith('Z') ? started.join(' ') : undefined
}

/** True of the dead as well, until their parent takes note. */
export function isPidTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
