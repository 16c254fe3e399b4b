import { spawn } from 'node:child_process'

/** A program and how it is to be started. */
export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly uid?: number
  readonly gid?: number
}

/**
 * What our programs see of the environment: nothing. A PGDATA, PGPORT or LC_ALL of the caller must not change the
 * database. Windows needs its own (SystemRoot), so there it is handed on.
 */
export const commandEnvironment: Readonly<Record<string, string>> | undefined =
  process.platform === 'win32'
    ? undefined
    : { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Runs to the end. A program that cannot be started is `ok: false` like one that fails; `output` says why. */
export function runCommand(command: Command): Promise<{ ok: boolean; output: string }> {
  const { file, args, ...identity } = command
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      ...identity,
      ...(commandEnvironment === undefined ? {} : { env: commandEnvironment }),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let output = ''
    const collect = (text: string) => {
      output += text
    }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)
    child.once('error', (error) => resolve({ ok: false, output: error.message }))
    child.once('close', (code) => resolve({ ok: code === 0, output }))
  })
}
