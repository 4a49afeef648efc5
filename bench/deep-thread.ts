import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { comments } from '#server/db/schema/community.ts'
import { discussions } from '#server/db/schema/forums.ts'

/** Comments on each of the 12 levels: 5,000 together. */
const levels = [800, 1_000, 900, 700, 500, 350, 250, 180, 130, 90, 60, 40]

const texts = [
  'I read the bill twice. The **second** section gives the county a veto, and nobody talks about it.',
  '> Roads are not free\n\nSomeone always pays, in money or in time. What would you cut first?',
  'Three points:\n\n- the audit is public\n- the contract was not\n- `section 4` repeals itself\n\nSo what is left?',
  'My town tried this in 2019. Ridership went up 12 %, and the shops survived: https://example.com/report has the numbers.',
]

/** Starts a discussion with a long, deep thread by the demo's people. One reply in ten is to the newest comment above. */
export async function makeDeepThread(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into ${discussions} (user_id, title, description, category_id, comment_count)
    select min(id), 'Should cities charge drivers at rush hour?', ${texts[1]}, 1,
      ${levels.reduce((sum, size) => sum + size, 0)}::int from users
    returning id`)
  const id = rows[0]?.id ?? 0
  for (const [level, size] of levels.entries()) await addLevel(db, id, level, size)
  await db.execute(sql`
    update ${comments} c set reply_count = r.count
    from (select parent_id, count(*) from ${comments} where discussion_id = ${id} group by 1) r where r.parent_id = c.id`)
  await db.execute(sql`vacuum analyze ${comments}`)
  return id
}

async function addLevel(db: Db, discussion: number, level: number, size: number): Promise<void> {
  await db.execute(sql`
    with people as (select id, row_number() over (order by id) - 1 as place, count(*) over () as total from users),
    above as (
      select id, path, row_number() over (order by id) - 1 as place, count(*) over () as total from ${comments}
      where discussion_id = ${discussion} and cardinality(path) = ${level - 1} and ${level} > 0
      union all select null, null, 0, 1 where ${level} = 0)
    insert into ${comments} (discussion_id, parent_id, path, user_id, text, created_at)
    select ${discussion}, above.id, case when above.id is null then '{}' else above.path || above.id end, people.id,
      (${sql.param(texts)}::text[])[1 + n % ${texts.length}] || ' (' || n || ')',
      now() - make_interval(mins => ${(levels.length - level) * 1_000}::int - n)
    from generate_series(1, ${size}::int) n
    join above on above.place = case when n % 10 = 0 then above.total - 1 else n * 7919 % above.total end
    join people on people.place = n * 31 % people.total
    order by n`)
}
