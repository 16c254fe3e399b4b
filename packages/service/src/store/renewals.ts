import type { RenewalQuestion, Renewals } from '../catalogue/renewals.ts'
import type { Scope } from '../domain/scope.ts'
import { type Pool, type Statement, sqlState } from './db.ts'

/**
 * Looks across all persons on purpose, for a plan that people read before they apply it; on the allow-list of
 * statements without `route_key = $n`. Where persons lie on several nodes it is no snapshot: decisions made meanwhile
 * may count or not. A grant is `g3.…` or, beside a GPC signal, `G3.…`: see domain/standing-decision.ts.
 */
const countGrants: Statement = {
  name: 'count_grants',
  text: `SELECT count(*) AS decisions FROM subjects
         WHERE env_id = $1::int AND merged_into IS NULL AND lower(left(state ->> $2::text, 1)) = 'g'
           AND substring(split_part(state ->> $2::text, '.', 1) from 2)::int >= $3::int`,
}

const queryCanceled = '57014'

export function countRenewals(
  pool: Pool,
  scope: Scope,
  questions: readonly RenewalQuestion[],
): Promise<Renewals> {
  return Promise.all(
    questions.map(async ({ purpose, fromVersion }) => {
      try {
        const { rows } = await pool.query<{ decisions: number }>({
          ...countGrants,
          values: [scope.environmentId, purpose, fromVersion],
        })
        return { purpose, decisions: rows[0]?.decisions ?? 0 }
      } catch (error) {
        // A plan without the number is better than none: millions of rows may take longer than a statement may.
        if (sqlState(error) === queryCanceled) return { purpose, decisions: null }
        throw error
      }
    }),
  )
}
