import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

const onsets = 'b c d f g h j k l m n p r s t v w z gr pl'.split(' ')
const rimes = 'a e i o u an ar el er es in it om on ul'.split(' ')
const syllables = onsets.flatMap((onset) => rimes.map((rime) => `${onset}${rime}`))

/**
 * An invented word for a rank, from 0; each rank has its own. Words of low ranks are common in the posts of the large seed.
 * Three of 300 syllables, so that words share letters about as rarely as real ones.
 */
export function nthWord(rank: number): string {
  const count = syllables.length
  const mixed = (rank * 15_485_863 + 7_919) % count ** 3
  const places = [mixed / count ** 2, mixed / count, mixed]
  return places.map((place) => syllables[Math.floor(place) % count]).join('')
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
