import { officeNames, partyNames, type Office, type Party } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { titleWords } from '#db/schema/forums.ts'

/**
 * Lower case, without accents and punctuation, so that "lujan" finds "Luján". Applied to both the stored text and the query of
 * every search.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const officeWords: Record<Office, string> = {
  Sen: 'senate congress',
  Rep: 'house congress congressman congresswoman',
  Gov: 'executive',
}

/**
 * The searchable text of an official: name, office, party and state, each in full and as its code. The leading and trailing
 * spaces let a query match whole words.
 */
export function politicianSearchText(one: { name: string; party: Party; office: Office; state: string }): string {
  const words = [
    one.name,
    officeNames[one.office],
    one.office,
    officeWords[one.office],
    partyNames[one.party],
    stateName(one.state),
    one.state,
  ]
  return ` ${normalizeForSearch(words.join(' '))} `
}

/** The searchable text of a poll. The specification spells "Defence"; a search for "Defense" finds it too. */
export function pollSearchText(one: {
  question: string
  description: string
  category: string
  politician?: string
}): string {
  const words = [one.question, one.description, one.category, one.politician ?? '']
  return ` ${normalizeForSearch([...words, one.category === 'Defence' ? 'Defense' : ''].join(' '))} `
}

/** The searchable text of a post: its text, hashtags and author. A search for "street" finds #MainStreet. */
export function postSearchText(one: { text: string; hashtags: string[]; name: string; username: string }): string {
  const parts = one.hashtags.map((name) => name.split(/(?<=\p{Ll})(?=\p{Lu})/u)).filter(({ length }) => length > 1)
  return ` ${normalizeForSearch([one.text, ...one.hashtags, ...parts.flat(), one.name, one.username].join(' '))} `
}

/** Last name first, so that the directory sorts by last name. */
export function politicianSortName(lastName: string, firstName: string): string {
  return normalizeForSearch(`${lastName} ${firstName}`)
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
