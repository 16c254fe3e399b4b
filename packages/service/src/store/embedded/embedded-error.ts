import { CannotStart } from '../../kernel/cannot-start.ts'

/** Whatever keeps the built-in PostgreSQL from running has the same way out. */
export function embeddedError(reason: string, cause?: unknown): CannotStart {
  return new CannotStart(
    `${reason}\nSet ASSENT_DATABASE_URL to use a PostgreSQL server (15 or newer) of your own instead.`,
    { cause },
  )
}
