import type { Statement } from './db.ts'

/**
 * Many rows in one statement (docs/sql-rules.md, R6): multi-row VALUES with a cast on each parameter, in sizes that
 * are powers of two, so that nine prepared texts serve every batch. Rows must be sorted by key and unique within a
 * statement.
 */
export interface ValuesStatement {
  /** The statements that write `rows`, largest first, each with its flat parameters. */
  cut<Row>(
    rows: readonly Row[],
    flatten: (row: Row, into: unknown[]) => void,
  ): { statement: Statement; values: unknown[] }[]
}

const rowsMax = 256

export function valuesStatement(options: {
  readonly name: string
  /** Up to and including VALUES. */
  readonly head: string
  /** The type each column is cast to, in order. */
  readonly types: readonly string[]
  /** ON CONFLICT … RETURNING …; empty for a plain insert. */
  readonly tail: string
}): ValuesStatement {
  const bySize = new Map<number, Statement>()

  function ofSize(size: number): Statement {
    let statement = bySize.get(size)
    if (statement === undefined) {
      const width = options.types.length
      const tuples = Array.from(
        { length: size },
        (_, row) =>
          `(${options.types.map((type, column) => `$${row * width + column + 1}::${type}`).join(', ')})`,
      )
      statement = {
        name: `${options.name}_${size}`,
        text: `${options.head} ${tuples.join(', ')} ${options.tail}`,
      }
      bySize.set(size, statement)
    }
    return statement
  }

  return {
    cut(rows, flatten) {
      const statements = []
      let at = 0
      while (at < rows.length) {
        const size = Math.min(rowsMax, largestPowerOfTwo(rows.length - at))
        const values: unknown[] = []
        for (const row of rows.slice(at, at + size)) flatten(row, values)
        statements.push({ statement: ofSize(size), values })
        at += size
      }
      return statements
    },
  }
}

function largestPowerOfTwo(count: number): number {
  return 2 ** Math.floor(Math.log2(count))
}
