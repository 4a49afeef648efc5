import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { titleWords } from '#db/schema/forums.ts'
import { titleWordsOf } from './search-text.ts'

/** Adds the words of a title to those that a search knows. The last statement of a transaction, so that it holds no locks long. */
export async function addTitleWords(tx: Db, ...titles: string[]): Promise<void> {
  await tx.execute(sql`
    insert into ${titleWords} (word) select word from unnest(${sql.param(titleWordsOf(titles.join(' ')))}::text[]) as word
    where not exists (select 1 from ${titleWords} known where known.word = word.word) order by word
    on conflict do nothing`)
}
