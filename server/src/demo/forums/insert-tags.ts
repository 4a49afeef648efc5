import { tagSlug } from '@wtpu/contract/forums/tags'
import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { discussionTags, tags } from '#db/schema/forums.ts'
import type { InsertedDiscussion } from './context.ts'

/** A tag was created by the author of its oldest discussion. */
export async function insertTags(tx: Db, inserted: InsertedDiscussion[]): Promise<void> {
  const uses = inserted.flatMap(({ id, sample, author, createdAt }) =>
    sample.tags.map((name, position) => ({ id, name, slug: tagSlug(name), position, author, createdAt })),
  )
  const bySlug = Map.groupBy(uses, ({ slug }) => slug)
  const slugs = [...bySlug.keys()]
  const created = [...bySlug].flatMap(([slug, [first]]) =>
    first ? [{ slug, name: first.name, createdBy: first.author.id, createdAt: first.createdAt }] : [],
  )
  await tx.insert(tags).values(created).onConflictDoNothing()
  const found = await tx.select({ id: tags.id, slug: tags.slug }).from(tags).where(inArray(tags.slug, slugs))
  const idOf = new Map(found.map(({ id, slug }) => [slug, id]))
  await tx
    .insert(discussionTags)
    .values(uses.map(({ id, slug, position }) => ({ discussionId: id, tagId: idOf.get(slug) ?? 0, position })))
  await tx.execute(sql`
    update ${tags} t set discussion_count = (select count(*) from ${discussionTags} d where d.tag_id = t.id)
    where t.id = any(${sql.param([...idOf.values()])}::int[])`)
}
