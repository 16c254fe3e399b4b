/** One thing that was looked at. */
export interface Finding {
  readonly check: string
  /** A warning can wait; a fault keeps the service from starting, from recording or from proving. */
  readonly state: 'ok' | 'warning' | 'fault'
  /** What was seen. */
  readonly found: string
  /** What to do about it, in plain words; empty when there is nothing to do. */
  readonly advice: string
}

export function fine(check: string, found: string): Finding {
  return { check, state: 'ok', found, advice: '' }
}

export function warning(check: string, found: string, advice: string): Finding {
  return { check, state: 'warning', found, advice }
}

export function fault(check: string, found: string, advice: string): Finding {
  return { check, state: 'fault', found, advice }
}

/** Runs a check; what it throws is a finding as well. Never the error's own words, which may hold an address or a password. */
export async function look(
  check: string,
  body: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await body()
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error
    const code = error instanceof Error && 'code' in error ? ` ${String(error.code)}` : ''
    return [
      fault(check, `could not be looked at (${name}${code})`, 'See the server’s log for the same error.'),
    ]
  }
}

export function asBytes(bytes: number): string {
  const gigabyte = 1024 ** 3
  return bytes >= gigabyte ? `${(bytes / gigabyte).toFixed(1)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`
}
