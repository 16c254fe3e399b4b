import { Malformed } from './malformed.ts'

/** What one check found. */
export interface Finding<Check extends string = string> {
  readonly check: Check
  /** null: not looked at, for want of something to look at or to believe in. */
  readonly ok: boolean | null
  /** In plain words, for whoever holds the evidence. */
  readonly detail: string
}

/** A check passed, with what the next checks go on with; or `ok: null`, and there is nothing to go on with. */
export type Outcome<T> =
  | { readonly ok: true; readonly detail: string; readonly value: T }
  | { readonly ok: null; readonly detail: string }

/** Thrown by a check that looked and found the evidence wanting. */
export class Refuted extends Error {
  override readonly name = 'Refuted'
}

/** Findings in the order in which they were made. */
export class Checklist<Check extends string> {
  readonly findings: Finding<Check>[] = []

  /** Runs one check and notes what it found; what it passed on, if it passed. */
  async check<T>(check: Check, run: () => Outcome<T> | Promise<Outcome<T>>): Promise<T | undefined> {
    try {
      const outcome = await run()
      this.findings.push({ check, ok: outcome.ok, detail: outcome.detail })
      return outcome.ok ? outcome.value : undefined
    } catch (error) {
      if (!(error instanceof Refuted || error instanceof Malformed)) throw error
      this.findings.push({ check, ok: false, detail: error.message })
      return undefined
    }
  }

  /** Whether that check was made and passed. */
  hasPassed(check: Check): boolean {
    return this.findings.some((finding) => finding.check === check && finding.ok === true)
  }
}

export function passed<T>(detail: string, value: T): Outcome<T> {
  return { ok: true, detail, value }
}

export function notChecked(detail: string): Outcome<never> {
  return { ok: null, detail }
}
