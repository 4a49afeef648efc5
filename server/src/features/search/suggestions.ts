import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { discussions, titleWords } from '#db/schema/forums.ts'
import { polls } from '#db/schema/polls.ts'
import type { ResolvedTerm } from '#search/resolve-terms.ts'
import { isVisible, isVisiblePoll } from '#db/visibility.ts'

const maxSuggestions = 3
/** Similar words of titles that are looked at. */
const maxLookedAt = 6
const minLength = 3

/** The query with an unknown word replaced by words of public titles that look similar, but not enough for a correction. */
export async function findSuggestions(
  db: Db,
  q: string,
  resolved: ResolvedTerm[][],
  isMember: boolean,
): Promise<string[]> {
  const unknown = resolved.flat().find(({ term, isKnown }) => !isKnown && !term.isExcluded && term.word !== undefined)
  const { text, word = '' } = unknown?.term ?? {}
  if (text === undefined || word.length < minLength) return []
  const isUsed = (table: typeof polls | typeof discussions, condition: SQL) =>
    sql`exists (select 1 from ${table} one where one.search @@ plainto_tsquery('english', near.word) and ${condition})`
  const inPolls = isUsed(polls, isVisiblePoll('one'))
  const inDiscussions = isMember ? sql` or ${isUsed(discussions, isVisible('one'))}` : sql``
  // Without the check, words of removed and of scheduled content would be suggested.
  const { rows } = await db.execute<{ word: string }>(sql`
    select near.word from (select w.word, similarity(w.word, ${word}) as share from ${titleWords} w
      where w.word % ${word} order by share desc, w.word limit ${maxLookedAt}) near
    where ${inPolls} ${inDiscussions} order by near.share desc, near.word limit ${maxSuggestions}`)
  return rows.map((row) => q.replace(text, () => row.word))
}
