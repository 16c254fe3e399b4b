import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** The command in a process of its own, in a folder without anything, without a database. */
export function runOffline(...args: string[]): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { cwd: tmpdir(), env: {} }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr }),
    )
  })
}
