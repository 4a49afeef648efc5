import { disclosureSteps } from '@wtpu/contract/disclosure'
import { sql, type SQL } from 'drizzle-orm'

/** The largest disclosure step that `count`, a column, has reached. Null below the first step (contract/steps.ts). */
export function largestStepReached(count: SQL): SQL {
  return sql`(select max(step) from unnest(${sql.param(disclosureSteps)}::int[]) step where step <= ${count})`
}

/**
 * Condition: no transaction in progress can still insert an older row, so the first N rows never change. `created_at` is
 * the start of the transaction, and statements end after 4 s.
 */
export function isSettled(createdAt: SQL): SQL {
  return sql`${createdAt} < now() - interval '10 seconds'`
}
