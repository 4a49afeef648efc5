import { defaultDuration, durations } from '@wtpu/contract/polls/polls'
import { stateCodes } from '@wtpu/contract/states'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/accounts.ts'
import { postHashtags, postMedia, posts } from '#server/db/schema/boiler-room.ts'
import { comments, reactions } from '#server/db/schema/community.ts'
import { discussions, discussionTags, discussionVisits } from '#server/db/schema/forums.ts'
import { politicianRatings, politicians } from '#server/db/schema/politicians.ts'
import { categories, pollOptions, polls, pollVotes } from '#server/db/schema/polls.ts'
import { setVoteTotals } from '#server/demo/counters.ts'
import { seededRandom } from '#server/demo/random.ts'
import { politicianKeywords, politicianSortName } from '#server/search/words.ts'
import { withoutIndexes } from './bulk-load.ts'
import { insertFollows } from './follows.ts'
import { insertForums } from './forums.ts'
import { insertFeed } from './posts.ts'
import { largeScale, type Scale } from './scale.ts'
import { createWords } from './words.ts'

const hour = 60 * 60_000
const day = 24 * hour
const firstLargeSeedEmail = 'large1@wtpu.example'

/**
 * Adds a large, reproducible data set for benchmarks: a year of polls, votes and ratings and two years of posts and
 * discussions, with a long-tail distribution. Drops and recreates indexes, so no server should use the database. After an interruption, run
 * db:reset and start over.
 */
export async function seedLarge(
  db: Db,
  log: (line: string) => void,
  scale: Scale = largeScale,
  now = new Date(),
): Promise<{ seeded: boolean }> {
  const [existing] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, firstLargeSeedEmail))
  if (existing) return { seeded: false }
  await insertPeople(db, scale)
  log(`${scale.people.toLocaleString('en-US')} people`)
  await insertOfficials(db, scale)
  log(`${scale.officials} officials`)
  await insertPolls(db, scale, now)
  log(`${scale.polls.toLocaleString('en-US')} polls`)
  // Numbers the people from 0, so that statements can pick the n-th person by key.
  await db.execute(sql`create unlogged table seed_people as
    select row_number() over (order by id) - 1 as n, id, voter_id, state from ${users} where email like 'large%@wtpu.example'`)
  await db.execute(sql`alter table seed_people add primary key (n)`)
  await db.execute(sql`analyze`)
  await createWords(db, scale.hashtags)
  const filled = [
    pollVotes,
    politicianRatings,
    posts,
    postHashtags,
    postMedia,
    discussions,
    discussionTags,
    discussionVisits,
    comments,
    reactions,
  ]
  await withoutIndexes(db, filled, async () => {
    await insertVotes(db, scale, now, log)
    await insertRatings(db, scale, now, log)
    await insertWallComments(db, scale, now)
    await insertFollows(db, scale, now)
    log(`${scale.follows.toLocaleString('en-US')} follows`)
    await insertFeed(db, scale, now, log)
    await insertForums(db, scale, now, log)
    log('Creating indexes')
  })
  await db.execute(sql`drop table seed_people, seed_words`)
  await setVoteTotals(db)
  log('Collecting table statistics')
  await db.execute(sql`vacuum analyze`)
  return { seeded: true }
}

async function insertPeople(db: Db, { people }: Scale): Promise<void> {
  const states = sql`(${sql.param(stateCodes)}::text[])`
  await db.execute(sql`
    insert into ${users} (username, email, email_verified_at, first_name, last_name, state, created_at)
    select 'large' || n, 'large' || n || '@wtpu.example', now() - interval '400 days', 'Citizen', 'Number ' || n,
      ${states}[1 + (n * 7919) % ${stateCodes.length}], now() - interval '400 days'
    from generate_series(1, ${people}) n`)
}

const firstNames = [
  'Alma',
  'Boris',
  'Carla',
  'Dario',
  'Edith',
  'Frank',
  'Gloria',
  'Hector',
  'Irene',
  'Julian',
  'Kira',
  'Leon',
]
const lastNames = [
  'Abbott',
  'Barnes',
  'Castillo',
  'Dawson',
  'Ellison',
  'Foster',
  'Grant',
  'Holloway',
  'Ivers',
  'Jennings',
]

async function insertOfficials(db: Db, scale: Scale): Promise<void> {
  const rows = Array.from({ length: scale.officials }, (_, index) => {
    const first = firstNames[index % firstNames.length] ?? ''
    const last = `${lastNames[Math.floor(index / firstNames.length) % lastNames.length] ?? ''}${index}`
    const official = {
      name: `${first} ${last}`,
      party: (['D', 'R', 'I'] as const)[index % 3] ?? 'I',
      office: (['Rep', 'Rep', 'Rep', 'Sen', 'Gov'] as const)[index % 5] ?? 'Rep',
      state: stateCodes[index % stateCodes.length] ?? 'NY',
    }
    return {
      ...official,
      source: 'sample' as const,
      externalId: `large-${index}`,
      sortName: politicianSortName(last, first),
      keywords: politicianKeywords(official),
    }
  })
  await db.insert(politicians).values(rows)
}

const subjects = [
  'the school day',
  'night buses',
  'property tax',
  'river dams',
  'rural clinics',
  'broadband',
  'ranked ballots',
]
const questions = [
  'Should your state pay for',
  'Would you vote for a bond for',
  'Is there too much law about',
  'Do you trust the plan for',
]

async function insertPolls(db: Db, scale: Scale, now: Date): Promise<void> {
  const random = seededRandom(11)
  const named = await db.select().from(categories)
  const about = await db.select({ id: politicians.id }).from(politicians)
  for (let from = 0; from < scale.polls; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, scale.polls - from) }, (_, index) => {
      const category = random.pick(named)
      const politician = random.next() < 0.2 ? random.pick(about).id : undefined
      const question = `${random.pick(questions)} ${random.pick(subjects)}, question ${from + index}?`
      const publishedAt = new Date(now.getTime() - random.next() * 365 * day - hour)
      return {
        question,
        categoryId: category.id,
        politicianId: politician,
        featured: random.next() < 0.002,
        publishedAt,
        closesAt: new Date(
          publishedAt.getTime() + (random.next() < 0.5 ? defaultDuration : random.pick(durations)) * day,
        ),
        createdAt: publishedAt,
        keywords: category.name,
      }
    })
    const made = await db.insert(polls).values(rows).returning({ id: polls.id })
    const options = made.flatMap(({ id }) =>
      Array.from({ length: random.between(2, 5) }, (_, position) => ({
        pollId: id,
        position,
        text: `Option ${position + 1}`,
      })),
    )
    await db.insert(pollOptions).values(options)
  }
}

/** Splits `total` into `count` shares that decrease in a long tail, each at most `max`. */
function longTail(count: number, total: number, max: number): number[] {
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 20) ** 0.8)
  const sum = weights.reduce((all, weight) => all + weight)
  return weights.map((weight) => Math.min(Math.round((weight / sum) * total), max))
}

async function insertVotes(db: Db, scale: Scale, now: Date, log: (line: string) => void): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${polls} where question like '%, question %' order by hashint4(id)`)
  const shares = longTail(rows.length, scale.votes, scale.people)
  let done = 0
  for (let from = 0; from < rows.length; from += 500) {
    const targets = rows.slice(from, from + 500).map(({ id }, index) => ({ id, votes: shares[from + index] ?? 0 }))
    await db.execute(sql`
      insert into ${pollVotes} (poll_id, user_id, voter_id, option_id, state, created_at)
      select p.id, u.id, u.voter_id, o.ids[1 + least(h.a, h.b) % array_length(o.ids, 1)], u.state,
        p.published_at + (least(p.closes_at, ${now.toISOString()}::timestamptz) - p.published_at) * (h.c / 1024.0)
      from json_to_recordset(${JSON.stringify(targets)}) as target (id int, votes int)
      join ${polls} p on p.id = target.id
      cross join lateral (select array_agg(id order by position) as ids from ${pollOptions} where poll_id = p.id) o
      cross join lateral generate_series(0, target.votes - 1) k
      cross join lateral (select abs(hashint4(k * 31 + p.id)) % 97 as a, abs(hashint4(k + p.id * 17)) % 97 as b,
        abs(hashint4(k * 7 + p.id)) % 1024 as c) h
      join seed_people u on u.n = (p.id::bigint * 127 + k * 7919::bigint) % ${scale.people}`)
    done += targets.reduce((sum, target) => sum + target.votes, 0)
    if (from % 2_500 === 0) log(`${done.toLocaleString('en-US')} votes`)
  }
  await db.execute(sql`
    update ${pollOptions} set vote_count = counted.votes
    from (select option_id, count(*) as votes from ${pollVotes} group by option_id) as counted
    where ${pollOptions.id} = counted.option_id`)
}

async function insertRatings(db: Db, scale: Scale, now: Date, log: (line: string) => void): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${politicians} where external_id like 'large-%' order by hashint4(id)`)
  const shares = longTail(rows.length, scale.ratings, scale.people)
  for (let from = 0; from < rows.length; from += 50) {
    const targets = rows.slice(from, from + 50).map(({ id }, index) => ({ id, ratings: shares[from + index] ?? 0 }))
    await db.execute(sql`
      insert into ${politicianRatings} (politician_id, user_id, voter_id, type, state, created_at)
      select target.id, u.id, u.voter_id, case when abs(hashint4(k * 13 + target.id)) % 100 < 35 + target.id % 30 then 'good' else 'bad' end,
        u.state, ${now.toISOString()}::timestamptz - interval '1 second' * (abs(hashint4(k * 29 + target.id)) % (365 * 86400))
      from json_to_recordset(${JSON.stringify(targets)}) as target (id int, ratings int)
      cross join lateral generate_series(0, target.ratings - 1) k
      join seed_people u on u.n = (target.id::bigint * 331 + k * 7919::bigint) % ${scale.people}`)
    if (from % 200 === 0) log(`ratings of ${Math.min(from + 50, rows.length)} officials`)
  }
  await db.execute(sql`
    update ${politicians} set good_job_count = counted.good, bad_job_count = counted.bad
    from (select politician_id, count(*) filter (where type = 'good') as good, count(*) filter (where type = 'bad') as bad
      from ${politicianRatings} group by politician_id) as counted
    where ${politicians.id} = counted.politician_id`)
}

async function insertWallComments(db: Db, scale: Scale, now: Date): Promise<void> {
  await db.execute(sql`
    insert into ${comments} (politician_id, user_id, text, created_at)
    select p.id, u.id, 'Comment number ' || k,
      ${now.toISOString()}::timestamptz - interval '1 second' * ((${scale.wallComments} - k) * (365 * 86400 / ${scale.wallComments}))
    from generate_series(1, ${scale.wallComments}) k
    join (select id, row_number() over (order by id) - 1 as n from ${politicians} where external_id like 'large-%') p
      on p.n = k % ${scale.officials}
    join seed_people u on u.n = (k * 7919::bigint) % ${scale.people}`)
}
