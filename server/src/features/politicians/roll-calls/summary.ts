import type { VotingSummary } from '@wtpu/contract/roll-calls'
import type { Party } from '@wtpu/contract/politicians'
import { territories } from '@wtpu/contract/states'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { politicians } from '#db/schema/politicians.ts'
import { rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { isContested, namesWinner } from '#db/yes-or-no.ts'
import { normalizeForSearch } from '#search/words.ts'
import { sourceOf } from './select.ts'
import { requirePolitician } from './votes.ts'

/** How often an official took part, and voted with the majority of the own party where the parties' majorities differed. */
export async function findVotingSummary(db: Db, politicianId: number): Promise<VotingSummary> {
  await requirePolitician(db, politicianId)
  const [participation, { rows }] = await Promise.all([
    findParticipation(db, politicianId),
    db.execute<{
      contested: number
      with_party: number
      party: Party | null
      is_sample: boolean | null
      imported_at: string | null
    }>(sql`
      with votes as (
        select m.party, p.position, r.source, r.imported_at, p.position in ('yea', 'nay') and ${isContested('r')} as is_contested,
          case m.party when 'D' then r.democrats when 'R' then r.republicans end as own,
          first_value(m.party) over (order by r.date desc, r.id desc) as last_party
        from ${rollCallMembers} m join ${rollCallPositions} p on p.member_id = m.id
        join ${rollCalls} r on r.id = p.roll_call_id where m.politician_id = ${politicianId}
      )
      select count(*) filter (where is_contested and party = last_party and own is not null) as contested,
        count(*) filter (where is_contested and party = last_party and own = position) as with_party,
        max(last_party) as party, bool_or(source = 'sample') as is_sample, ${isoTime('max(imported_at)')} as imported_at
      from votes`),
  ])
  const [found] = rows
  if (!found) throw new Error('A count without groups returned no row')
  const { imported_at: importedAt, party } = found
  const isSample = found.is_sample === true
  // Without votes, nothing is known of a party either.
  const hasMajority = importedAt === null || party === 'D' || party === 'R'
  return {
    ...participation,
    party,
    contested: hasMajority ? found.contested : null,
    with_party: hasMajority ? found.with_party : null,
    is_sample: isSample,
    source: importedAt === null ? null : sourceOf(isSample, new Date(importedAt)),
  }
}

/** If a source has less than this share of an official's roll calls, the official came later or left early. */
const minRecorded = 0.95

type Participation = Pick<VotingSummary, 'total' | 'recorded' | 'took_part' | 'partial' | 'from' | 'to'>

async function findParticipation(db: Db, politicianId: number): Promise<Participation> {
  const terms = await findTerms(db, politicianId)
  const spans = terms.map((term) => {
    const isSpeaker = term.winners.some((winner) => isNamed(term, winner))
    const reason = term.is_delegate ? ('delegate' as const) : isSpeaker ? ('speaker' as const) : ('unknown' as const)
    // The source may miss the Speaker and delegates at the beginning and the end of their terms.
    const span = reason === 'unknown' ? term.between : term.whole
    return { ...span, partial: term.recorded < minRecorded * span.total ? reason : null }
  })
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    total: sum(spans.map(({ total }) => total)),
    recorded: sum(terms.map(({ recorded }) => recorded)),
    took_part: sum(terms.map((term) => term.took_part)),
    partial: spans.find(({ partial }) => partial !== null)?.partial ?? null,
    from: spans.map(({ from }) => from).toSorted()[0] ?? null,
    to:
      spans
        .map(({ to }) => to)
        .toSorted()
        .at(-1) ?? null,
  }
}

interface Span {
  total: number
  from: string
  to: string
}

interface Term {
  recorded: number
  took_part: number
  is_delegate: boolean
  sort_names: string[]
  state: string
  /** Names that won a vote for a name in this Congress and chamber: "Johnson (LA)". */
  winners: string[]
  /** The roll calls of the chamber from the first to the last with a record. */
  between: Span
  /** Those of the whole Congress, up to the last record of an official who is not in the chamber any more. */
  whole: Span
}

/**
 * What an official did in each Congress and chamber. Somebody with two numbers, as after a change of party, has one term. The first
 * record begins it: a member whose term begins in the middle of a day had no vote before.
 */
async function findTerms(db: Db, politicianId: number): Promise<Term[]> {
  const { rows } = await db.execute<Term>(sql`
    with terms as (
      select r.source, r.congress, r.chamber, min(r.number) as first, max(r.number) as last,
        count(distinct r.id) as recorded, count(distinct r.id) filter (where p.position <> 'not_voting') as took_part,
        array_agg(distinct m.sort_name) as sort_names, min(m.state) as state
      from ${rollCallMembers} m join ${rollCallPositions} p on p.member_id = m.id join ${rollCalls} r on r.id = p.roll_call_id
      where m.politician_id = ${politicianId} group by r.source, r.congress, r.chamber
    )
    select terms.recorded, terms.took_part, terms.sort_names, terms.state,
      terms.state = any(${sql.param(territories.map(([code]) => code))}::text[]) as is_delegate, held.winners, held.between, held.whole
    from terms, ${politicians} official, lateral (
      select coalesce(array_agg(r.result) filter (where ${namesWinner('r')}), '{}') as winners,
        json_build_object('total', count(*) filter (where is_between),
          'from', min(r.date) filter (where is_between), 'to', max(r.date) filter (where is_between)) as between,
        json_build_object('total', count(*) filter (where is_whole),
          'from', min(r.date) filter (where is_whole), 'to', max(r.date) filter (where is_whole)) as whole
      from ${rollCalls} r, lateral (select r.number between terms.first and terms.last as is_between,
        r.number <= terms.last
          or official.retired_at is null and official.office = case terms.chamber when 'house' then 'Rep' else 'Sen' end as is_whole) at
      where (r.source, r.congress, r.chamber) = (terms.source, terms.congress, terms.chamber)
    ) held
    where official.id = ${politicianId}`)
  return rows
}

/** "Johnson (LA)" names the Johnson of Louisiana. Without a state, the last name is enough. */
function isNamed({ sort_names: names, state }: Term, winner: string): boolean {
  const [, last = '', ofState] = /^(.*?)(?: \(([A-Z]{2})\))?$/.exec(winner) ?? []
  return (
    (ofState === undefined || ofState === state) &&
    names.some((name) => `${name} `.startsWith(`${normalizeForSearch(last)} `))
  )
}
