import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from './listen-address.ts'

/** What a running PostgreSQL says of itself in `postmaster.pid`. */
export interface PostmasterFile extends Address {
  readonly pid: number
  readonly isReady: boolean
}

export function postmasterFilePath(data: string): string {
  return join(data, 'postmaster.pid')
}

/** Undefined: none there, or not yet written as far as the pid. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(postmasterFilePath(data), 'utf8').catch(() => '')
  // Lines as in PostgreSQL's pidfile.h: pid, data directory, start time, port, socket, address, memory key, status.
  const lines = text.split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!(pid > 0)) return undefined
  return {
    pid,
    port: Number(lines[3] ?? ''),
    socketFolder: lines[4] ?? '',
    isReady: lines[7]?.trim() === 'ready',
  }
}
