import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

const syllables = 'ba den fo gar hil jo kan lem mi nor pa qui ros sel tu ver wo xan yu zed'.split(' ')

/** An invented word for a rank, from 0. Words of low ranks are common in the posts of the large seed. */
export function nthWord(rank: number): string {
  let word = ''
  // Words have at least two syllables.
  for (let rest = rank + syllables.length; rest >= 0; rest = Math.floor(rest / syllables.length) - 1) {
    word = `${syllables[rest % syllables.length]}${word}`
  }
  return word
}

/** Creates the table `seed_words`, from which statements pick the n-th word. */
export async function createWords(db: Db, count: number): Promise<void> {
  const words = Array.from({ length: count }, (_, rank) => nthWord(rank))
  await db.execute(sql`create unlogged table seed_words (n int primary key, word text not null)`)
  await db.execute(sql`
    insert into seed_words
    select n - 1, word from unnest(${sql.param(words)}::text[]) with ordinality as all_words (word, n)`)
  await db.execute(sql`analyze seed_words`)
}
