import type { DeliveryRow, deliveryFilters } from '@wtpu/contract/circles/on-demand/papers'
import { type SQL, sql } from 'drizzle-orm'
import { hasAnswered } from '#community/ballots.ts'
import type { Db } from '#db/client.ts'
import { ballots, circleMembers } from '#db/schema/circles.ts'
import { toCsv } from '#http/csv.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'
import { canName } from './papers.ts'

type Filter = (typeof deliveryFilters)[number]

const conditions: Record<Filter, SQL> = {
  waiting: sql`b.delivery = 'waiting'`,
  accepted: sql`b.delivery = 'accepted'`,
  refused: sql`b.delivery = 'refused'`,
  struck: sql`m.struck_at is not null`,
  late: sql`b.is_late`,
}

interface Query {
  paperId: number
  filter?: Filter | undefined
  after: number
  limit: number
}

async function findRows(db: Db, { paperId, filter, after, limit }: Query): Promise<DeliveryRow[]> {
  const answered = (await canName(db, paperId)) ? hasAnswered('b') : sql`null::boolean`
  const { rows } = await db.execute<DeliveryRow & Record<string, unknown>>(sql`
    select b.id, m.email, m.name, m.list_id, m."group", b.delivery, b.server_answer, b.is_late,
      to_json(m.struck_at)#>>'{}' as struck_on, ${answered} as has_answered
    from ${ballots} b join ${circleMembers} m on m.id = b.member_id
    where b.paper_id = ${paperId} and b.id > ${after} and ${filter ? conditions[filter] : sql`true`}
    order by b.id limit ${limit}`)
  return rows
}

export async function findDelivery(
  db: Db,
  { cursor, limit = 50, ...query }: Omit<Query, 'after' | 'limit'> & { cursor?: string; limit?: number },
): Promise<{ results: DeliveryRow[]; next: string | null }> {
  const [after = 0] = decodeCursor(cursor, ['integer']) ?? []
  const rows = await findRows(db, { ...query, after, limit: limit + 1 })
  const { page, next } = slicePage(rows, limit, ({ id }) => encodeCursor([id]))
  return { results: page, next }
}

export async function deliveryAsCsv(db: Db, query: Omit<Query, 'after' | 'limit'>): Promise<string> {
  const rows = await findRows(db, { ...query, after: 0, limit: 1_000_000 })
  const answerOf = ({ has_answered: has }: DeliveryRow) => (has === null ? '' : has ? 'yes' : 'no')
  return toCsv([
    ['email', 'name', 'id', 'group', 'delivery', 'server_answer', 'late', 'struck_on', 'answered'],
    ...rows.map((row) => [
      row.email ?? '',
      row.name,
      row.list_id,
      row.group,
      row.delivery ?? '',
      row.server_answer ?? '',
      row.is_late ? 'yes' : 'no',
      row.struck_on ?? '',
      answerOf(row),
    ]),
  ])
}
