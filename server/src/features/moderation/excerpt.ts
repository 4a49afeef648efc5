import { sql, type SQL } from 'drizzle-orm'
import { postMedia } from '#db/schema/boiler-room.ts'

export const excerptLength = 200

/** The start of the content, whether it is visible or not: staff and its author read it. */
export function excerptOf(kind: SQL, id: SQL, length = excerptLength): SQL {
  const start = (text: string) => sql.raw(`left(${text}, ${length})`)
  return sql`coalesce(case ${kind}
    when 'post' then (select coalesce(nullif(${start('text')}, ''), (select initcap(kind) from ${postMedia}
      where post_id = posts.id order by position limit 1)) from posts where posts.id = ${id})
    when 'comment' then (select ${start('text')} from comments where comments.id = ${id})
    when 'discussion' then (select ${start('title')} from discussions where discussions.id = ${id})
    when 'poll' then (select ${start('question')} from polls where polls.id = ${id})
    else (select ${start("trim(first_name || ' ' || last_name) || ' ' || bio")} from users where users.id = ${id}) end, '')`
}

/** The language of that start. */
export const languageOf = (kind: SQL, id: SQL): SQL => sql`case ${kind}
    when 'post' then (select lang from posts where posts.id = ${id})
    when 'comment' then (select lang from comments where comments.id = ${id})
    when 'discussion' then (select lang from discussions where discussions.id = ${id}) end`
