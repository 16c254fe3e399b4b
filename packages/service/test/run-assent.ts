import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Harness } from './harness.ts'

export interface CommandEnd {
  readonly code: number
  readonly out: string
  readonly err: string
}

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** `npx assent …` in a process of its own, on the database of a harness. */
export function runAssent(t: Harness, ...words: readonly string[]): Promise<CommandEnd> {
  const settings = {
    ASSENT_DATABASE_URL: t.databaseUrl,
    ASSENT_DATA_DIR: t.service.config.dataDir,
    // The harness's own.
    ASSENT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64url'),
    ASSENT_UNSAFE_DATABASE: 'true',
  }
  return runWith(settings, ...words)
}

/** The same with other settings, and none of our surroundings. */
export function runWith(
  settings: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<CommandEnd> {
  const env = { PATH: process.env['PATH'] ?? '', ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...words], { env }, (error, out, err) => {
      const code = error === null ? 0 : Number(error.code ?? 1)
      resolve({ code, out, err })
    })
  })
}
