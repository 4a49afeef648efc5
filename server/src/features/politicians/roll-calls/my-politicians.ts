import { site } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import { districtCount } from '@wtpu/contract/districts'
import { newDays, type ShownPosition } from '@wtpu/contract/roll-calls'
import type { MyPolitician, MyPoliticians } from '@wtpu/contract/my-politicians'
import { stateCode } from '@wtpu/contract/states'
import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import type { Db } from '#db/client.ts'
import { isAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { politicians } from '#db/schema/politicians.ts'
import { polls } from '#db/schema/polls.ts'
import { rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { prepareQuery, prepareStatement } from '#db/statement.ts'
import { isFirstWording, isOpenPoll, isListedPoll } from '#db/visibility.ts'
import { shownPosition } from '#db/yes-or-no.ts'
import { accountGone, invalidInput } from '#http/errors.ts'
import { selectPoliticians } from '#features/politicians/queries.ts'
import { countAgreements, noAgreement } from './agreement.ts'
import { listedColumns, sourceOf } from './select.ts'

const named = (name: string) => sql.placeholder(name)

export interface Home {
  state: string | null
  district: number | null
}

const homeOf = prepareQuery('home', (db) =>
  db
    .select({ state: users.state, district: users.district })
    .from(users)
    .where(isAccount(named('userId'))),
)

export async function findHome(db: Db, userId: number): Promise<Home> {
  const [home] = await homeOf(db, { userId })
  if (!home) throw accountGone()
  return home
}

/** Condition: an official in office who represents people of this state and district. */
export const represents = (home: Home): SQL => isOf(valuesOf(home))

/** Values, or placeholders of them. */
type HomeValues = Record<'state' | 'district' | 'isAtLarge', unknown>

const valuesOf = ({ state, district }: Home) => ({
  state,
  district,
  isAtLarge: state !== null && districtCount(state) < 2,
})

const isOf = ({ state, district, isAtLarge }: HomeValues): SQL =>
  sql`${politicians.retiredAt} is null and (${politicians.state} = ${state}::text
    and (${politicians.office} <> 'Rep' or ${isAtLarge}::boolean or ${politicians.district} = ${district}::int)
    or ${politicians.state} = ${placeOfSite})`

/** The place of all officials of the site's own list, if that is one and no state: they represent everyone on the site. */
const placeOfSite = sql`(select min(own.state) from politicians own where own.source = 'own' and own.retired_at is null
  having min(own.state) = max(own.state) and length(min(own.state)) > 2)`

export const needsDistrict = ({ state, district }: Home) =>
  !site.local && state !== null && district === null && districtCount(state) > 1

/** A list of a site's own may be long. */
const mostOfficials = 60
/** In the statement, because its plan depends on it. */
const shown = sql.raw('3')
const officialsOf = prepareQuery('officials_of_home', (db) =>
  selectPoliticians(db, isOf({ state: named('state'), district: named('district'), isAtLarge: named('isAtLarge') }))
    .orderBy(
      sql`array_position(array['Sen', 'Rep', 'Gov'], ${politicians.office})`,
      politicians.sortName,
      politicians.id,
    )
    .limit(mostOfficials),
)

/** The senators, representative and governor of people with this home, or the officials of their place, with what is new about them. */
export async function findOfficials(db: Db, home: Home): Promise<MyPoliticians> {
  const officials = await officialsOf(db, valuesOf(home))
  const news = await findNews(db, { ids: officials.map(({ id }) => id) })
  const ids = news.flatMap(({ votes }) => votes.map(({ id }) => id))
  const listed =
    ids.length === 0
      ? []
      : await db
          .select({ rollCall: listedColumns, source: rollCalls.source, importedAt: rollCalls.importedAt })
          .from(rollCalls)
          .where(inArray(rollCalls.id, ids))
          .orderBy(desc(rollCalls.importedAt))
  const [newest] = listed
  return {
    ...home,
    needs_district: needsDistrict(home),
    results: officials.map((official) => {
      const {
        votes = [],
        polls: open = [],
        new_votes = 0,
        new_polls = 0,
      } = news.find(({ politician }) => politician === official.id) ?? {}
      return {
        ...official,
        votes: !isOn('roll-calls')
          ? []
          : votes.flatMap(({ id, position }) => {
              const found = listed.find(({ rollCall }) => rollCall.id === id)
              return found ? { ...found.rollCall, position } : []
            }),
        polls: open,
        new_votes: isOn('roll-calls') ? new_votes : 0,
        new_polls,
        agreement: noAgreement,
      }
    }),
    source: newest && isOn('roll-calls') ? sourceOf(newest.source === 'sample', newest.importedAt) : null,
  }
}

/** The officials with what the user's votes have in common with theirs, or undefined if that is nothing. */
export async function addAgreements(
  db: Db,
  userId: number,
  officials: MyPoliticians,
): Promise<MyPoliticians | undefined> {
  if (!isOn('roll-calls')) return undefined
  const politicianIds = officials.results.map(({ id }) => id)
  const agreements = await countAgreements(db, { userId, politicianIds })
  if ([...agreements.values()].every(({ common }) => common === 0)) return undefined
  const results = officials.results.map((one) => ({ ...one, agreement: agreements.get(one.id) ?? noAgreement }))
  return { ...officials, results }
}

interface News extends Pick<MyPolitician, 'polls' | 'new_votes' | 'new_polls'> {
  politician: number
  votes: { id: number; position: ShownPosition }[]
}

const isOpenAbout = sql`${polls.politicianId} = official.id and ${isListedPoll()} and ${isFirstWording()} and ${isOpenPoll()}`
const isNew = (column: SQL) => sql`${column} > now() - ${sql.raw(String(newDays))} * interval '1 day'`
const votesOf = sql`${rollCallMembers} m join ${rollCallPositions} p on p.member_id = m.id
  join ${rollCalls} r on r.id = p.roll_call_id where m.politician_id = official.id`

const findNews = prepareStatement<News & QueryResultRow>(
  'news_of_officials',
  sql`select official.id as politician,
      array(select json_build_object('id', r.id, 'position', ${shownPosition(sql`p.position`, 'r')})
        from ${votesOf} order by r.date desc, r.id desc limit ${shown}) as votes,
      array(select json_build_object('id', ${polls.id}, 'question', ${polls.question}, 'closes_at', ${polls.closesAt})
        from ${polls} where ${isOpenAbout} order by ${polls.publishedAt} desc, ${polls.id} desc limit ${shown}) as polls,
      (select count(*) from ${votesOf} and ${isNew(sql`r.date`)}) as new_votes,
      (select count(*) from ${polls} where ${isOpenAbout} and ${isNew(sql`${polls.publishedAt}`)}) as new_polls
    from unnest(${named('ids')}::int[]) as official(id)`,
)

/** The districts of a state with several, and who represents them. */
export async function findDistricts(db: Db, state: string) {
  const code = stateCode(state)
  if (code === undefined) throw invalidInput({ state: ['Please select a state.'] })
  const count = districtCount(code)
  if (count < 2) return []
  const found = await db
    .select({ id: politicians.id, name: politicians.name, party: politicians.party, district: politicians.district })
    .from(politicians)
    .where(and(eq(politicians.state, code), eq(politicians.office, 'Rep'), isNull(politicians.retiredAt)))
    .orderBy(politicians.id)
  return Array.from({ length: count }, (_, index) => {
    const holder = found.find(({ district }) => district === index + 1)
    return {
      district: index + 1,
      representative: holder ? { id: holder.id, name: holder.name, party: holder.party } : null,
    }
  })
}
