import * as contract from '@wtpu/contract/forums/tags'
import { type ListedTag, tagSlug, type Tag } from '@wtpu/contract/forums/tags'
import { sql, type SQL, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { tags, discussionTags } from '#db/schema/forums.ts'
import { requireModerator, recordModeration } from '#community/moderation.ts'
import { lockForMerge } from '#writing/tag-uses.ts'
import { invalidInput, notFound } from '#http/errors.ts'
import { invalidateHere, publishInvalidation } from '#live/publish.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { signedIn, viewerKey, writerOf } from '#http/auth.ts'
import { shareRoute } from '#http/cache/shared-response.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { createTag } from './create-tag.ts'
import { findTag } from './find-tag.ts'

const maxListed = 100
/** Later words of names are searched only in this many of the most used tags. Starts of names have an index. */
const searchedInside = 5_000

const byUse = sql`discussion_count desc, id desc`
const mostUsed = (limit: number) =>
  sql`select id, name, slug, discussion_count from ${tags} where merged_into is null order by ${byUse} limit ${limit}`

/** The most used tags first; with `q`, those with a word that starts with it, the exact name first. */
async function findTags(db: Db, { q = '', limit = 20 }: { q?: string; limit?: number }): Promise<ListedTag[]> {
  const slug = tagSlug(q)
  if (q.trim() !== '' && slug === '') return []
  const { rows } = await db.execute<ListedTag>(
    slug === ''
      ? sql`select id, name, discussion_count from (${mostUsed(limit)}) listed order by ${byUse}`
      : matching(slug, limit),
  )
  return rows
}

/** Slugs contain no characters that are special in a pattern. */
function matching(slug: string, limit: number): SQL {
  return sql`
    select id, name, discussion_count from (
      (select id, name, slug, discussion_count from ${tags}
        where merged_into is null and slug like ${`${slug}%`} order by slug <> ${slug}, ${byUse} limit ${maxListed})
      union
      (select id, name, slug, discussion_count from (${mostUsed(searchedInside)}) most_used
        where slug like ${`%-${slug}%`} order by ${byUse} limit ${maxListed})
    ) found order by slug <> ${slug}, ${byUse} limit ${limit}`
}

interface Merge {
  tagId: number
  into: number
  moderatorId: number
}

/**
 * For moderators: moves all discussions of a tag to another one. Merging a tag again into the same one changes nothing.
 * @throws ApiError 403, 404 or 400
 */
export async function mergeTags(db: Db, { tagId, into, moderatorId }: Merge): Promise<Tag> {
  if (tagId === into) throw invalidInput({ into: ['A tag cannot be merged into itself.'] })
  const target = await db.transaction(async (tx) => {
    const decision = await requireModerator(tx, moderatorId)
    await lockForMerge(tx)
    const [source, other] = [await findTag(tx, { id: tagId }), await findTag(tx, { id: into })]
    if (!source || !other) throw notFound('Tag')
    if (other.id === tagId) throw invalidInput({ into: ['A tag cannot be merged into itself.'] })
    if (source.id === other.id) return other
    // The tag was merged into a third one.
    if (source.id !== tagId) throw notFound('Tag')
    await moveDiscussions(tx, source.id, other.id)
    const action = { action: 'merge', subjectKind: 'tag', subjectId: source.id } as const
    await recordModeration(tx, action, { ...decision, reason: other.name })
    return other
  })
  publishInvalidation(db, '/api/forums/tags/')
  invalidateHere(db, '/api/forums/')
  return { id: target.id, name: target.name }
}

/** Discussions with both tags lose the merged one. Tags that were merged into it earlier lead to the new one as well. */
async function moveDiscussions(tx: Db, from: number, to: number): Promise<void> {
  await tx.execute(sql`select id from ${tags} where id in (${from}, ${to}) order by id for no key update`)
  await tx.execute(sql`
    delete from ${discussionTags} merged using ${discussionTags} kept
    where merged.tag_id = ${from} and kept.tag_id = ${to} and kept.discussion_id = merged.discussion_id`)
  const moved = await tx.update(discussionTags).set({ tagId: to }).where(eq(discussionTags.tagId, from))
  await tx.update(tags).set({ discussionCount: 0, mergedInto: to }).where(eq(tags.id, from))
  await tx.update(tags).set({ mergedInto: to }).where(eq(tags.mergedInto, from))
  await tx
    .update(tags)
    .set({ discussionCount: sql`${tags.discussionCount} + ${moved.rowCount ?? 0}` })
    .where(eq(tags.id, to))
}

const maxAgeSeconds = 30

export const tagRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const writes = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]

  shareRoute(app, contract.listTags, {
    seconds: maxAgeSeconds,
    guard: signedIn,
    read: (db, { query }) => findTags(db, query),
  })

  app.route({
    ...contract.createTag,
    onRequest: writes,
    handler: async (request, reply) => {
      const { tag, isNew } = await createTag(app.db, {
        ...request.body,
        ...writerOf(request),
        staffId: request.staffId,
      })
      return reply.code(isNew ? 201 : 200).send(tag)
    },
  })

  app.route({
    ...contract.mergeTags,
    onRequest: writes,
    handler: (request) =>
      mergeTags(app.db, { tagId: request.params.id, into: request.body.into, moderatorId: request.staffId }),
  })
}
