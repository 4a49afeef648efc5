import { writtenColumns } from '#db/schema/columns.ts'
import { sql, type SQL } from 'drizzle-orm'
import { postMedia } from '#db/schema/boiler-room.ts'
import { contents } from '#db/schema/contents.ts'

export const excerptLength = 200

/**
 * The start of the content, whether it is visible or not: staff and its author read it. A post without text has the kind of its
 * media instead, a profile its names with the bio. Name the columns of `kind` and `id` with their table.
 */
export const excerptOf = (kind: SQL, id: SQL, length = excerptLength): SQL => sql`coalesce((
    select left(coalesce(nullif(case when c.kind = 'user' then c.title || ' ' || c.text else coalesce(nullif(c.title, ''), c.text) end, ''),
      (select initcap(m.kind) from ${postMedia} m where c.kind = 'post' and m.post_id = c.id order by m.position limit 1)),
      ${length}::int)
    from ${contents} c where c.kind = ${kind} and c.id = ${id}), '')`

/** Its fields. */
export const writtenOfContent = (kind: SQL, id: SQL): SQL =>
  sql.join(
    Object.keys(writtenColumns).map(
      (name) =>
        sql`(select c.${sql.identifier(name)} from ${contents} c where c.kind = ${kind} and c.id = ${id}) as ${sql.identifier(name)}`,
    ),
    sql`, `,
  )
