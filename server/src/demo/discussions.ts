import { tagSlug } from '@wtpu/contract/forums/tags'
import { inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { revisions } from '#db/schema/community.ts'
import { discussions, discussionTags, tags, titleWords } from '#db/schema/forums.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { categories } from '#db/schema/polls.ts'
import { titleWordsOf } from '#search/words.ts'
import type { SampleDiscussion } from './content.ts'
import { type DemoContext, findPerson, hoursBefore, type InsertedDiscussion, timeOfEdit } from './context.ts'
import { insertThreads } from './threads.ts'
import { insertForumReactions, insertVisits } from './visits.ts'

/** Inserts the discussions of the forums with tags, comments, reactions and visits. */
export async function insertForums(tx: Db, context: DemoContext): Promise<void> {
  const inserted = await insertDiscussions(tx, context)
  await insertTags(tx, inserted)
  await insertThreads(tx, inserted, context)
  const visitors = await insertVisits(tx, inserted, context)
  await insertForumReactions(tx, { inserted, visitors }, context)
  await insertTitleWords(tx, context.content.discussions)
}

/** Oldest first, because lists sort by id. */
async function insertDiscussions(tx: Db, context: DemoContext): Promise<InsertedDiscussion[]> {
  const { content, people, now } = context
  const named = await tx.select().from(categories)
  const categoryIds = new Map<string, number>(named.map(({ id, name }) => [name, id]))
  const samples = content.discussions.toSorted((a, b) => b.hoursAgo - a.hoursAgo)
  const rows = samples.map((sample) => {
    const categoryId = categoryIds.get(sample.category)
    if (!categoryId) throw new Error(`The database has no category ${sample.category}.`)
    const { title, description, before, lockedFor } = sample
    const createdAt = hoursBefore(now, sample.hoursAgo)
    return {
      title,
      description,
      categoryId,
      keywords: sample.category,
      userId: findPerson(people, sample.by).id,
      createdAt,
      updatedAt: hoursBefore(now, sample.lastCommentHoursAgo),
      editedAt: before ? timeOfEdit(createdAt, now) : null,
      lockedAt: lockedFor === undefined ? null : lockTime(sample, now),
    }
  })
  const ids = await tx.insert(discussions).values(rows).returning({ id: discussions.id })
  const inserted = samples.map((sample, index) => ({
    id: ids[index]?.id ?? 0,
    sample,
    author: findPerson(people, sample.by),
    createdAt: hoursBefore(now, sample.hoursAgo),
  }))
  await insertRevisions(tx, inserted, context)
  await insertLocks(tx, inserted, context)
  return inserted
}

async function insertRevisions(tx: Db, inserted: InsertedDiscussion[], { now }: DemoContext): Promise<void> {
  const rows = inserted.flatMap(({ id, sample: { before }, createdAt }) => {
    if (!before) return []
    const { title, description } = before
    const editedAt = timeOfEdit(createdAt, now)
    return [{ discussionId: id, title, text: description, writtenAt: createdAt, createdAt: editedAt }]
  })
  await tx.insert(revisions).values(rows)
}

async function insertLocks(tx: Db, inserted: InsertedDiscussion[], { moderator, now }: DemoContext): Promise<void> {
  const locks = inserted.flatMap(({ id, sample }) => {
    if (sample.lockedFor === undefined) return []
    return [{ subjectId: id, reason: sample.lockedFor, createdAt: lockTime(sample, now) }]
  })
  const lock = {
    actor: moderator.username,
    actorId: moderator.id,
    action: 'lock' as const,
    subjectKind: 'discussion' as const,
  }
  await tx.insert(moderationActions).values(locks.map((row) => ({ ...lock, ...row })))
}

/** A while after the last comment. */
function lockTime({ lastCommentHoursAgo }: SampleDiscussion, now: Date): Date {
  return hoursBefore(now, lastCommentHoursAgo * 0.9)
}

/** A tag was created by the author of its oldest discussion. */
async function insertTags(tx: Db, inserted: InsertedDiscussion[]): Promise<void> {
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
}

async function insertTitleWords(tx: Db, samples: SampleDiscussion[]): Promise<void> {
  const words = new Set(samples.flatMap(({ title }) => titleWordsOf(title)))
  await tx
    .insert(titleWords)
    .values([...words].map((word) => ({ word })))
    .onConflictDoNothing()
}
