import { officeName, partyNames, type Party } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { titleWords } from '#db/schema/forums.ts'
import { toPlainLetters } from '#db/schema/letters.ts'
import { categories } from '#db/schema/polls.ts'

/** Lower case, without accents and punctuation, so that "lujan" finds "Luján". See `normalizedName`. */
export function normalizeForSearch(text: string): string {
  return toPlainLetters(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

const officeWords: Record<string, string> = {
  Sen: 'senate congress',
  Rep: 'house congress congressman congresswoman',
  Gov: 'executive',
}

/** Words that find an official besides the name: office, party and state, in full and as their codes. */
export function politicianKeywords(official: { party: Party | null; office: string; state: string }): string {
  const { party, office, state } = official
  return [
    officeName(office),
    office,
    officeWords[office] ?? '',
    party === null ? '' : partyNames[party],
    stateName(state),
    state,
  ].join(' ')
}

/** SQL of the words that find a discussion besides its text: the name of its category. */
export const discussionKeywords = (categoryId: number): SQL<string> =>
  sql`(select ${categories.name} from ${categories} where ${categories.id} = ${categoryId})`

/** Last name first, so that the directory sorts by last name. */
export function politicianSortName(lastName: string, firstName: string): string {
  return normalizeForSearch(`${lastName} ${firstName}`)
}

/** Words that find a post besides its text: the parts of hashtags. A search for "street" finds #MainStreet. */
export function postKeywords(hashtags: string[]): string {
  return [...new Set(hashtags.flatMap((name) => name.split(/(?<=\p{Ll})(?=\p{Lu})/u)))].join(' ')
}

/** The words of a title that a search can correct typos to. In order, so that concurrent inserts do not deadlock. */
export function titleWordsOf(title: string): string[] {
  const words = normalizeForSearch(title).split(' ')
  const hasUsefulLength = (word: string) => word.length >= 3 && word.length <= 40
  return [...new Set(words)].filter(hasUsefulLength).toSorted()
}

/** Adds the words of a title to those that a search knows. The last statement of a transaction, so that it holds no locks long. */
export async function addTitleWords(tx: Db, ...titles: string[]): Promise<void> {
  await tx.execute(sql`
    insert into ${titleWords} (word) select word from unnest(${sql.param(titleWordsOf(titles.join(' ')))}::text[]) as word
    where not exists (select 1 from ${titleWords} known where known.word = word.word) order by word
    on conflict do nothing`)
}
