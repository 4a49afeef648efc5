import { wordsOf } from '@wtpu/contract/site/on-demand/part-facts'
import { type PartName, partNames } from '@wtpu/contract/site/part-names'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

/** The columns of what people write, and the part whose content they are: they get a word of it, instead of what they say. */
const written: [table: string, columns: string[], part?: PartName, where?: string][] = [
  ['polls', ['question', 'description']],
  ['poll_options', ['text']],
  ['categories', ['name']],
  ['users', ['bio', 'first_name', 'last_name']],
  ['politicians', ['name', 'description', 'email', 'official_website', 'office_address'], 'officials'],
  ['roll_calls', ['bill', 'description', 'result'], 'roll-calls'],
  ['posts', ['text'], 'boiler-room'],
  ['post_media', ['alt'], 'boiler-room'],
  ['discussions', ['title', 'description'], 'forums'],
  ['tags', ['name'], 'forums'],
  ['comments', ['text'], 'forums', 'discussion_id is not null'],
  ['comments', ['text'], 'boiler-room', 'post_id is not null'],
  ['comments', ['text'], 'walls', 'politician_id is not null'],
]
const markOf = (part: PartName) => `of-${part}`

/** Finds what a page, mail or file says of parts. */
export const wordsPattern = (parts: readonly PartName[]) => wordsOf(parts, ...parts.map(markOf))

/** Marks what people wrote with its part, so that all other words of parts are those of the site. */
export async function markContent(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // Texts that people have voted on do not change otherwise.
    await tx.execute(sql`set local session_replication_role = replica`)
    const words = wordsPattern(partNames).source.replaceAll(String.raw`\b`, String.raw`\y`)
    for (const [table, columns, part, where = 'true'] of written)
      for (const column of columns.map((name) => sql.identifier(name)))
        await tx.execute(sql`update ${sql.identifier(table)} set ${column} =
          left(regexp_replace(${column}, ${words}, 'river', 'gi'), 60) || ${part ? ` ${markOf(part)}` : ''}
          where ${sql.raw(where)}`)
  })
}
