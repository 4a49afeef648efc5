import { tagSlug } from '@wtpu/contract/forums/tags'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { discussions, discussionTags, forumCounters, forumSlots, tags } from '#db/schema/forums.ts'
import { categories } from '#db/schema/polls.ts'
import { nextNumber, requireRow } from './make-row.ts'

export interface NewDiscussion {
  author: { id: number }
  title?: string
  description?: string
  /** Name of the category. */
  category?: string
  locked_at?: Date
  created_at?: Date | SQL
}

/** Inserts a discussion and updates the counters like `createDiscussion`, but allows any time. */
export function makeDiscussion(db: Db, { author, category = 'General', ...input }: NewDiscussion) {
  const { title = `Discussion ${nextNumber()}`, description = 'What do you think?', created_at: createdAt } = input
  return db.transaction(async (tx) => {
    const found = await tx.select({ id: categories.id }).from(categories).where(eq(categories.name, category))
    const { id: categoryId } = requireRow(found[0], `category "${category}"`)
    const times = { createdAt, updatedAt: createdAt, lockedAt: input.locked_at }
    const [discussion] = await tx
      .insert(discussions)
      .values({ userId: author.id, title, description, categoryId, keywords: category, ...times })
      .returning({ id: discussions.id, title: discussions.title, category_id: discussions.categoryId })
    const { id } = requireRow(discussion)
    await tx
      .insert(forumCounters)
      .values({ categoryId, slot: id % forumSlots, discussions: 1 })
      .onConflictDoUpdate({
        target: [forumCounters.categoryId, forumCounters.slot],
        set: { discussions: sql`${forumCounters.discussions} + 1` },
      })
    return requireRow(discussion)
  })
}

export interface NewForumComment {
  discussion: { id: number; category_id: number }
  author: { id: number }
  /** The comment that this one replies to. */
  parent?: { id: number }
  text?: string
  created_at?: Date | SQL
}

/** Inserts a comment on a discussion and updates the counters like `createComment`, but allows any time and depth. */
export function makeForumComment(db: Db, { discussion, author, parent, ...input }: NewForumComment) {
  const { text = `Comment ${nextNumber()}`, created_at: createdAt } = input
  return db.transaction(async (tx) => {
    const [above] = parent
      ? await tx
          .update(comments)
          .set({ replyCount: sql`${comments.replyCount} + 1` })
          .where(eq(comments.id, parent.id))
          .returning({ id: comments.id, path: comments.path })
      : []
    const path = above ? [...above.path, above.id] : []
    const [comment] = await tx
      .insert(comments)
      .values({ discussionId: discussion.id, parentId: above?.id, path, userId: author.id, text, createdAt })
      .returning({ id: comments.id })
    const { id } = requireRow(comment)
    const written = sql`(select c.created_at from ${comments} c where c.id = ${id})`
    await tx
      .update(discussions)
      .set({ commentCount: sql`${discussions.commentCount} + 1`, updatedAt: written })
      .where(eq(discussions.id, discussion.id))
    await tx
      .update(forumCounters)
      .set({ comments: sql`${forumCounters.comments} + 1` })
      .where(
        sql`${forumCounters.categoryId} = ${discussion.category_id} and ${forumCounters.slot} = ${discussion.id % forumSlots}`,
      )
    return { id, text }
  })
}

export interface NewTag {
  name: string
  /** The discussions that have the tag. */
  on?: { id: number }[]
  /** How many discussions the tag counts, if not those of `on`. */
  uses?: number
  /** The tag that this one was merged into. */
  merged_into?: number
}

/** Inserts a tag with its counter. Returns its id. */
export async function makeTag(db: Db, { name, on = [], uses = on.length, merged_into }: NewTag): Promise<number> {
  const [tag] = await db
    .insert(tags)
    .values({ name, slug: tagSlug(name), discussionCount: uses, mergedInto: merged_into })
    .returning({ id: tags.id })
  const { id: tagId } = requireRow(tag)
  if (on.length > 0)
    await db.insert(discussionTags).values(on.map(({ id }) => ({ discussionId: id, tagId, position: 0 })))
  return tagId
}

/** An id for each name. */
export type IdsOf<Names> = { [Name in keyof Names]: number }

/** Inserts tags that no discussion has. Returns their ids. */
export async function makeTags<Names extends string[]>(db: Db, ...names: Names): Promise<IdsOf<Names>> {
  const ids: number[] = []
  for (const name of names) ids.push(await makeTag(db, { name }))
  return ids as IdsOf<Names>
}
