import { lengthProblem } from '@wtpu/contract/lengths'
import { categoryMaxLength, type ManagedCategory, maxListed } from '@wtpu/contract/on-demand/admin'
import { toSingleLine } from '@wtpu/contract/schemas'
import { and, eq, sql } from 'drizzle-orm'
import { type Decision, recordModeration } from '#community/moderation.ts'
import { type Db, sqlStateOf } from '#db/client.ts'
import { discussions, forumCounters } from '#db/schema/forums.ts'
import { categories, polls } from '#db/schema/polls.ts'
import { ApiError, assertFields, invalidInput, notFound } from '#http/errors.ts'
import { publishInvalidation } from '#live/publish.ts'

const inUse = sql<boolean>`(exists (select from ${polls} p where p.category_id = categories.id)
  or exists (select from ${discussions} d where d.category_id = categories.id))`

export const findManagedCategories = (db: Db): Promise<ManagedCategory[]> =>
  db
    .select({ id: categories.id, name: categories.name, in_use: inUse })
    .from(categories)
    .orderBy(categories.position, categories.id)
    .limit(maxListed)

type By = (tx: Db) => Promise<Decision>

/** Calls `write` with all categories in their order, while no other change runs, and records the change that it returns. */
async function change(
  db: Db,
  by: By,
  write: (tx: Db, all: { id: number; name: string }[]) => Promise<{ id: number; reason: string } | undefined>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    await tx.execute(sql`lock table ${categories} in share row exclusive mode`)
    const all = await tx
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .orderBy(categories.position, categories.id)
    const done = await write(tx, all)
    if (!done) return
    const action = { action: 'category', subjectKind: 'category', subjectId: done.id } as const
    await recordModeration(tx, action, { ...decision, reason: done.reason })
  })
  publishInvalidation(db, '/api/polls/')
  publishInvalidation(db, '/api/forums/')
}

/** @throws ApiError 400 or 409 */
export async function createCategory(db: Db, { name: rawName, by }: { name: string; by: By }): Promise<void> {
  const name = toName(rawName)
  await change(db, by, async (tx, all) => {
    if (all.length >= maxListed) throw invalidInput({ name: [`There can be at most ${maxListed} categories.`] })
    const position = sql`(select coalesce(max(position), 0) + 1 from categories)`
    const [created] = await tx.insert(categories).values({ name, position }).returning({ id: categories.id })
    return { id: created?.id ?? 0, reason: `Added the category “${name}”.` }
  })
}

/**
 * Renames a category, then, in steps, the words by which its polls and discussions are found. If the server stops in between,
 * renaming it once more to the same name completes that. @throws ApiError 400, 404 or 409
 */
export async function renameCategory(db: Db, { id, name: rawName, by }: { id: number; name: string; by: By }) {
  const name = toName(rawName)
  await change(db, by, async (tx, all) => {
    const found = all.find((category) => category.id === id)
    if (!found) throw notFound('Category')
    if (found.name === name) return undefined
    await tx.update(categories).set({ name }).where(eq(categories.id, id))
    return { id, reason: `Renamed the category “${found.name}” to “${name}”.` }
  })
  await replaceKeywords(db, 'polls', id, name)
  await replaceKeywords(db, 'discussions', id, name)
}

const rowsPerStep = 500

async function replaceKeywords(db: Db, table: 'polls' | 'discussions', categoryId: number, words: string) {
  for (let changed = rowsPerStep; changed === rowsPerStep;) {
    const { rowCount } = await db.execute(sql`update ${sql.identifier(table)} set keywords = ${words}
      where id in (select id from ${sql.identifier(table)}
        where category_id = ${categoryId} and keywords <> ${words} order by id limit ${rowsPerStep} for no key update)`)
    changed = rowCount ?? 0
  }
}

/** Swaps a category with the one before or after it. @throws ApiError 404 */
export async function moveCategory(
  db: Db,
  { id, direction, by }: { id: number; direction: 'up' | 'down'; by: By },
): Promise<void> {
  await change(db, by, async (tx, all) => {
    const from = all.findIndex((category) => category.id === id)
    const moved = all[from]
    if (!moved) throw notFound('Category')
    const to = direction === 'up' ? from - 1 : from + 1
    if (!all[to]) return undefined
    const ids = all
      .with(from, all[to])
      .with(to, moved)
      .map((category) => category.id)
    await tx.execute(sql`update ${categories} set position = wanted.position
      from unnest(${sql.param(ids)}::int[]) with ordinality as wanted (id, position) where categories.id = wanted.id`)
    return { id, reason: `Moved the category “${moved.name}” ${direction}.` }
  })
}

/** Foreign keys decide whether it is in use. @throws ApiError 404 or 409 */
export async function deleteCategory(db: Db, { id, by }: { id: number; by: By }): Promise<void> {
  try {
    await change(db, by, async (tx, all) => {
      const found = all.find((category) => category.id === id)
      if (!found) throw notFound('Category')
      // Lock the category before its counters, in the order of a new discussion.
      await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, id)).for('update')
      await tx
        .delete(forumCounters)
        .where(and(eq(forumCounters.categoryId, id), eq(forumCounters.discussions, 0), eq(forumCounters.comments, 0)))
      await tx.delete(categories).where(eq(categories.id, id))
      return { id, reason: `Deleted the category “${found.name}”, which nothing had.` }
    })
  } catch (error) {
    throw sqlStateOf(error) === '23503' ? new ApiError('category_in_use') : error
  }
}

function toName(rawName: string): string {
  const name = toSingleLine(rawName)
  const wordProblem =
    (name === '' && 'A category needs a name.') || (/^\d+$/.test(name) && 'A name needs more than digits.')
  assertFields({ name: wordProblem || lengthProblem('A name', name, categoryMaxLength) })
  return name
}
