import { kindsThat } from '@wtpu/contract/writing/kinds'
import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import { deletePosts, finishDeletion } from '#writing/delete-posts.ts'
import type { Db } from '#db/client.ts'
import { acquireContentLock } from '#db/content-lock.ts'
import { users } from '#db/schema/accounts.ts'
import { politicians } from '#db/schema/politicians.ts'
import { publishInvalidationOnCommit } from '#live/publish.ts'
import type { FileStore } from '#media/file-store.ts'
import { markUnused } from '#media/unused-media.ts'
import { readPolls } from './content.ts'
import { setSharedCounters } from './counters.ts'
import { isDemoAccount } from './people.ts'

const changed = [
  // Without the demo, the site has no fixed figures by default.
  '/api/site/',
  '/api/politicians/',
  '/api/roll-calls/',
  '/api/polls/',
  '/api/boilerroom/',
  '/api/forums/',
  '/api/moderation/',
  '/auth/api/',
] as const

interface Removed {
  /** How many rows of which tables. */
  rows: Map<string, number>
  /** Accounts of the demo that still have content, votes or decisions among those of real people. */
  remaining: number[]
}

/**
 * Removes the people and officials of the demo, their content, and what others wrote below it. Votes and comments that these
 * accounts left at real content stay, and so do the accounts behind them. Seals of polls stay in the tally log.
 */
export async function removeDemo({ db, files }: { db: Db; files: FileStore }): Promise<Removed> {
  const polls = await readPolls()
  const { posts, ...removed } = await db.transaction(async (tx) => {
    await acquireContentLock(tx)
    const ids = await tx.select({ id: users.id }).from(users).where(isDemoAccount()).orderBy(users.id)
    const people = sql`(${sql.param(ids.map(({ id }) => id))}::int[])`
    const deleted = { ids: [] as number[], files: [] as string[] }
    for (const { id } of ids) {
      const own = await deletePosts(tx, { authorId: id })
      deleted.ids.push(...own.ids)
      deleted.files.push(...own.files)
    }
    const portraits = await tx
      .select({ photo: sql<string>`${politicians.photo}` })
      .from(politicians)
      .where(and(eq(politicians.source, 'sample'), isNotNull(politicians.photo)))
    deleted.files.push(...portraits.map(({ photo }) => photo))
    await markUnused(tx, deleted.files)
    const rows = await removeContent(tx, { people, questions: polls.map(({ question }) => question) })
    const remaining = await removePeople(tx, people)
    await setSharedCounters(tx)
    for (const path of changed) await publishInvalidationOnCommit(tx, path)
    return { posts: deleted, rows: rows.set('users', ids.length - remaining.length), remaining }
  })
  await finishDeletion({ db, files }, posts)
  return removed
}

interface Reference {
  child: string
  parent: string
  /** Compares the columns of the rows `child` and `parent`. */
  on: string
  /** Whether PostgreSQL deletes the child with its parent. */
  cascades: boolean
}

/** The foreign keys of all tables. */
async function findReferences(tx: Db): Promise<Reference[]> {
  const { rows } = await tx.execute<Reference>(sql`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent, confdeltype = 'c' as cascades, (
      select string_agg(format('child.%I = parent.%I', a.attname, b.attname), ' and ')
      from unnest(conkey, confkey) as pair (own, other)
        join pg_attribute a on a.attrelid = conrelid and a.attnum = own
        join pg_attribute b on b.attrelid = confrelid and b.attnum = other) as on
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  return rows
}

/** Deletes the content of these people, polls with these questions, and all rows that refer to it. */
async function removeContent(
  tx: Db,
  { people, questions }: { people: SQL; questions: string[] },
): Promise<Map<string, number>> {
  const references = (await findReferences(tx)).filter(({ parent }) => parent !== 'users')
  const tables = childrenFirst(references)
  await tx.execute(sql.raw(`lock table ${tables.join(', ')} in share row exclusive mode`))
  // Real members of Congress, if they were connected with an official of the demo.
  await tx.execute(sql`update roll_call_members set politician_id = null
    where source <> 'sample' and politician_id in (select id from politicians where source = 'sample')`)
  await tx.execute(sql`create temporary table doomed (tab text, line tid, primary key (tab, line)) on commit drop`)
  const doom = async (table: string, which: SQL) =>
    (
      await tx.execute(sql`insert into doomed select ${table}, ctid from ${sql.identifier(table)} where ${which}
      on conflict do nothing`)
    ).rowCount ?? 0
  await doom('politicians', sql`source = 'sample'`)
  await doom('roll_calls', sql`source = 'sample'`)
  await doom('roll_call_members', sql`source = 'sample'`)
  await doom(
    'polls',
    sql`creator_id = any ${people} or imported_from is not null and is_sample
      or creator_id is null and question = any(${sql.param(questions)}::text[])
      or id in (select o.poll_id from paper_polls o join papers on papers.id = o.paper_id
        join circles on circles.id = papers.circle_id where circles.created_by = any ${people})`,
  )
  await doom('circles', sql`created_by = any ${people}`)
  await doom('posts', sql`user_id = any ${people}`)
  await doom('discussions', sql`user_id = any ${people}`)
  await doom('moderation_actions', sql`user_id = any ${people} or user_id is null and actor_id = any ${people}`)
  await doom('moderation_cases', sql`author_id = any ${people}`)
  for (let found = 1; found > 0;) {
    found = 0
    for (const { child, parent, on } of references) {
      const { rowCount } = await tx.execute(sql`insert into doomed select ${child}, child.ctid
        from ${sql.identifier(child)} child join ${sql.identifier(parent)} parent on ${sql.raw(on)}
          join doomed on doomed.tab = ${parent} and doomed.line = parent.ctid on conflict do nothing`)
      found += rowCount ?? 0
    }
    for (const kind of kindsThat('remove')) {
      const table = `${kind}s`
      found += await doom(
        'moderation_cases',
        sql`kind = ${kind} and content_id in (
        select id from ${sql.identifier(table)} content join doomed on doomed.tab = ${table} and doomed.line = content.ctid)`,
      )
    }
  }
  return deleteDoomed(tx, tables)
}

async function deleteDoomed(tx: Db, tables: string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const { rows } = await tx.execute<{ tab: string }>(sql`select distinct tab from doomed`)
  const found = new Set(rows.map(({ tab }) => tab))
  await tx.execute(sql`alter table moderation_actions disable trigger moderation_actions_append_only`)
  // Votes first: while a poll has votes, its options and ties cannot be deleted.
  for (const table of new Set(['poll_votes', ...tables])) {
    if (!found.has(table)) continue
    const { rowCount } = await tx.execute(sql`delete from ${sql.identifier(table)}
      where ctid = any(array(select line from doomed where tab = ${table}))`)
    if (rowCount) counts.set(table, rowCount)
  }
  await tx.execute(sql`alter table moderation_actions enable always trigger moderation_actions_append_only`)
  return counts
}

/** All tables with references, each before those that its rows refer to. */
function childrenFirst(references: Reference[]): string[] {
  const ordered: string[] = []
  const left = new Set(references.flatMap(({ child, parent }) => [child, parent]))
  while (left.size > 0) {
    const isReferred = (table: string) =>
      references.some(({ child, parent }) => parent === table && child !== table && left.has(child))
    const free = [...left].filter((table) => !isReferred(table))
    if (free.length === 0) throw new Error(`References in a circle: ${[...left].join(', ')}`)
    ordered.push(...free)
    for (const table of free) left.delete(table)
  }
  return ordered
}

/** Deletes the accounts that nothing refers to any more. @returns those that are left */
async function removePeople(tx: Db, people: SQL): Promise<number[]> {
  await tx.execute(sql`delete from tags t where created_by = any ${people}
    and not exists (select from discussion_tags where tag_id = t.id)`)
  await tx.execute(sql`update tags set created_by = null where created_by = any ${people}`)
  await tx.execute(sql`update moderation_cases set claimed_by = null where claimed_by = any ${people}`)
  await tx.execute(sql`delete from participants p where user_id = any ${people}
    and not exists (select from poll_votes v where v.user_id = p.user_id)`)
  await tx.execute(sql`delete from hashtag_authors where user_id = any ${people}`)
  await tx.execute(sql`delete from discussion_visits where user_id = any ${people}`)
  const { rows: neighbors } = await tx.execute<{ id: number }>(sql`
    select follower_id as id from follows where followed_id = any ${people}
    union select followed_id from follows where follower_id = any ${people}`)
  const isFree = (await findReferences(tx))
    .filter(({ parent, cascades }) => parent === 'users' && !cascades)
    .map(({ child, on }) => sql`not exists (select from ${sql.identifier(child)} child where ${sql.raw(on)})`)
  await tx.execute(sql`delete from users parent where id = any ${people} and ${sql.join(isFree, sql` and `)}`)
  await tx.execute(sql`update users u set
      followers_count = (select count(*) from follows where followed_id = u.id),
      following_count = (select count(*) from follows where follower_id = u.id)
    where id = any(${sql.param(neighbors.map(({ id }) => id))}::int[])`)
  const left = await tx.select({ id: users.id }).from(users).where(isDemoAccount()).orderBy(users.id)
  return left.map(({ id }) => id)
}
