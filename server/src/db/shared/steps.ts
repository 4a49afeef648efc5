import { disclosureSteps } from '@wtpu/contract/steps'
import { sql, type SQL } from 'drizzle-orm'

/** The largest step that a count, a plain column, has reached; null below the first one (contract/steps.ts). */
export function largestStepReached(count: SQL): SQL {
  return sql`(select max(step) from unnest(${sql.param(disclosureSteps)}::int[]) step where step <= ${count})`
}

/**
 * Rows carry the time at which their transaction began. Only those older than any transaction still under way (statements
 * end after 4 s) have a final order, so the first N rows stay the same for ever.
 */
export function isSettled(createdAt: SQL): SQL {
  return sql`${createdAt} < now() - interval '10 seconds'`
}
