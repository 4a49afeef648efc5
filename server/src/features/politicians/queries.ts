import type { Output } from '@wtpu/contract/endpoint'
import type { listMyRatings, Politician, PoliticianProfile } from '@wtpu/contract/politicians'
import { maxCountedComments, officeNames, partyNames } from '@wtpu/contract/politicians'
import { withoutInvisible } from '@wtpu/contract/schemas'
import { isOn } from '@wtpu/contract/site/parts'
import { stateCode, stateCodes, stateName } from '@wtpu/contract/states'
import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { findStates } from '#db/large-states.ts'
import type { Disclosed } from '#db/steps.ts'
import { comments } from '#db/schema/community.ts'
import { politicianRatings, politicians, ratingsVersion } from '#db/schema/politicians.ts'
import { selectScores } from '#community/trending.ts'
import { undoUntil } from '#community/undo-choice.ts'
import { minSimilarity } from '#search/matches.ts'
import { readQuery } from '#search/query.ts'
import { slicePage, decodeCursor, encodeCursor } from '#http/cursor.ts'

export interface PoliticianFilter {
  search?: string
  state?: string
  party?: string
  office?: string
}

const maxUnpaged = 1_000

/** The ten officials with the most ratings and wall comments in the last 24 hours are trending, if at least five people took part. */
const scores = selectScores(
  [
    { table: sql`${politicianRatings}`, about: 'politician_id' },
    { table: sql`${comments}`, about: 'politician_id', where: sql`is_visible` },
  ],
  { hours: 24, minPeople: 5 },
)
const trending = sql`(select id from (${scores}) scored order by score desc, id limit 10)`

const isTrending = sql<boolean>`${politicians.id} = any(array${trending})`

const inOffice = isNull(politicians.retiredAt)

const ratingCounts = {
  good_job_count: sql<number>`${politicians.goodJobCount}`,
  bad_job_count: sql<number>`${politicians.badJobCount}`,
  total_rating: sql<number>`${politicians.goodJobCount} + ${politicians.badJobCount}`,
  version: ratingsVersion,
}
const none = sql<number>`0`

/** Selects officials directly in the wire shape, plus `key`, the name in the page cursor. */
export function selectPoliticians(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: politicians.id,
      name: politicians.name,
      party: politicians.party,
      office: politicians.office,
      state: politicians.state,
      profile_image: sql<string | null>`coalesce(${politicians.photo}, ${politicians.profileImage})`,
      // Without ratings, no figures of earlier ones are sent.
      ...(isOn('ratings') ? ratingCounts : { good_job_count: none, bad_job_count: none, total_rating: none }),
      is_trending: isTrending,
      description: politicians.description,
      email: politicians.email,
      phone_number: politicians.phoneNumber,
      official_website: politicians.officialWebsite,
      office_address: politicians.officeAddress,
      retired: sql<boolean>`${politicians.retiredAt} is not null`,
      is_slow: politicians.isSlow,
      district: politicians.district,
      key: politicians.sortName,
    })
    .from(politicians)
    .where(where)
    .$dynamic()
}

/** The directory: trending officials first, then by last name, never by party or rating. */
export async function findPoliticians(
  db: Db,
  filter: PoliticianFilter,
  page: { cursor?: string; limit?: number },
): Promise<Politician[] | { results: Politician[]; next: string | null; count: number; total: number }> {
  const paged = page.limit !== undefined || page.cursor !== undefined
  const limit = page.limit ?? (paged ? 24 : maxUnpaged)
  const matching = and(inOffice, ...(await conditions(db, filter)))
  const after = decodeCursor(page.cursor, ['boolean', 'text', 'integer'])
  const rows = await selectPoliticians(
    db,
    and(
      matching,
      after &&
        sql`(not ${isTrending}, ${politicians.sortName}, ${politicians.id}) > (${after[0]}, ${after[1]}, ${after[2]})`,
    ),
  )
    .orderBy(sql`not ${isTrending}`, asc(politicians.sortName), asc(politicians.id))
    .limit(limit + 1)
  const cut = slicePage(rows, limit, (row) => encodeCursor([!row.is_trending, row.key, row.id]))
  if (!paged) return cut.page
  return { results: cut.page, next: cut.next, ...(await countPoliticians(db, matching)) }
}

async function countPoliticians(db: Db, matching: SQL | undefined): Promise<{ count: number; total: number }> {
  const [counts] = await db
    .select({
      count: sql<number>`count(*) filter (where ${matching ?? sql`true`})`,
      total: sql<number>`count(*)`,
    })
    .from(politicians)
    .where(inOffice)
  return counts ?? { count: 0, total: 0 }
}

async function conditions(db: Db, { search, state, party, office }: PoliticianFilter): Promise<(SQL | undefined)[]> {
  return [
    state?.trim() ? eq(politicians.state, stateCode(state) ?? state.trim()) : undefined,
    party?.trim() ? sql`${politicians.party} = ${codeOf(party, partyNames)}` : undefined,
    office?.trim() ? sql`${politicians.office} = ${codeOf(office, officeNames)}` : undefined,
    ...(await searchConditions(db, search ?? '')),
  ]
}

/** "D", "d" and "Democrat" all name the same party. */
function codeOf(text: string, names: Record<string, string>): string {
  const wanted = text.trim().toLowerCase()
  const found = Object.entries(names).find(([code, name]) => [code, name].some((word) => word.toLowerCase() === wanted))
  return found?.[0] ?? text.trim()
}

/**
 * Each word of the query starts a word of the name, office, party or state. If nobody matches, words may also be similar to one
 * of the name: "shumer" finds Schumer.
 */
async function searchConditions(db: Db, search: string): Promise<SQL[]> {
  if (search.trim() === '') return []
  const { names, nameWords } = await readQuery(db, search)
  if (nameWords.length === 0) return [sql`false`]
  const isMatch = sql`${politicians.search} @@ ${names}::tsquery`
  const found = await db.select({ id: politicians.id }).from(politicians).where(and(inOffice, isMatch)).limit(1)
  if (found.length > 0) return [isMatch]
  return nameWords.map(
    (word) => sql`(${politicians.search} @@ ${`'${word}':*`}::tsquery
      or strict_word_similarity(${word}, ${politicians.sortName}) >= ${minSimilarity})`,
  )
}

/** Counts only the first established raters from the official's state, up to the last disclosure step, to keep single ratings private. */
export async function findPolitician(db: Db, id: number): Promise<PoliticianProfile | undefined> {
  const [found] = await selectPoliticians(db, eq(politicians.id, id)).limit(1)
  if (!found) return undefined
  const [states, commentsCount] = await Promise.all([
    findStates(db, { of: 'politician', id, votes: found.total_rating }, found.state),
    countComments(db, id),
  ])
  const home = states.get(found.state)
  return {
    ...found,
    comments_count: commentsCount,
    home_state: home ? toHomeState(home) : null,
  }
}

async function countComments(db: Db, politicianId: number): Promise<number> {
  const counted = db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.politicianId, politicianId), comments.isVisible))
    .limit(maxCountedComments)
  return db.$count(counted.as('counted'))
}

function toHomeState({ counts, leadsClearly, step }: Disclosed): PoliticianProfile['home_state'] {
  if (counts) return { good_job_count: counts.get('good') ?? 0, total_rating: step, leads_clearly: null }
  return { good_job_count: null, total_rating: null, leads_clearly: leadsClearly === 'good' ? 'good' : 'bad' }
}

export async function findPoliticiansById(db: Db, ids: number[]): Promise<Map<number, PoliticianProfile>> {
  const found = await Promise.all(ids.map((id) => findPolitician(db, id)))
  return new Map(found.flatMap((profile) => (profile ? [[profile.id, profile]] : [])))
}

/** An official in office whose name contains `name`. */
export async function findPoliticianByName(db: Db, name: string): Promise<PoliticianProfile | undefined> {
  const wanted = sql`lower(${withoutInvisible(name).trim()})`
  const [found] = await db
    .select({ id: politicians.id })
    .from(politicians)
    .where(and(inOffice, sql`strpos(lower(${politicians.name}), ${wanted}) > 0`))
    .orderBy(sql`lower(${politicians.name}) <> ${wanted}`, asc(politicians.name), asc(politicians.id))
    .limit(1)
  return found && findPolitician(db, found.id)
}

/** The states, parties and offices of current officials. */
export async function findFilterOptions(db: Db) {
  const used = await db
    .selectDistinct({ state: politicians.state, party: politicians.party, office: politicians.office })
    .from(politicians)
    .where(inOffice)
  const choices = (names: Record<string, string>, codes: Set<string>) =>
    Object.entries(names)
      .filter(([code]) => codes.has(code))
      .map(([code, name]) => ({ code, name }))
  // Places and offices of the site's own list.
  const others = (all: Set<string>, known: readonly string[]) =>
    [...all].filter((one) => !known.includes(one)).toSorted()
  const usedStates = new Set(used.map(({ state }) => state))
  const usedOffices = new Set(used.map(({ office }) => office))
  return {
    states: [...stateCodes.filter((code) => usedStates.has(code)), ...others(usedStates, stateCodes)].map((code) => ({
      code,
      name: stateName(code),
    })),
    parties: choices(partyNames, new Set(used.flatMap(({ party }) => party ?? []))),
    offices: [
      ...choices(officeNames, usedOffices),
      ...others(usedOffices, Object.keys(officeNames)).map((name) => ({ code: name, name })),
    ],
  }
}

/** SQL: until when a row of `politician_ratings` can be taken back. Null if it is final. */
export const ratingUndoUntil = undoUntil('politician_ratings', 'politician_id')

export async function findMyRatings(db: Db, userId: number): Promise<Output<typeof listMyRatings>> {
  const ratings = await db
    .select({ politician: politicianRatings.politicianId, type: politicianRatings.type, undo_until: ratingUndoUntil })
    .from(politicianRatings)
    .where(eq(politicianRatings.userId, userId))
  return ratings.map(({ undo_until: until, ...rating }) => ({ ...rating, ...(until && { undo_until: until }) }))
}
