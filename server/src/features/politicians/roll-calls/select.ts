import type { ListedRollCall, PartyTotals, RollCallSource } from '@wtpu/contract/roll-calls'
import { partyOrder } from '@wtpu/contract/roll-calls'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { asksYesOrNo, memberCount, namesWinner, yesAndNo } from '#db/yes-or-no.ts'

/** The columns of a listed roll call, in the wire shape. */
export const listedColumns = {
  id: rollCalls.id,
  congress: rollCalls.congress,
  chamber: rollCalls.chamber,
  number: rollCalls.number,
  session: sql<number | null>`nullif(${rollCalls.session}, 0)`,
  official_number: sql<number | null>`nullif(${rollCalls.officialNumber}, 0)`,
  date: rollCalls.date,
  question: rollCalls.question,
  bill: rollCalls.bill,
  title: rollCalls.title,
  category: rollCalls.category,
  result: rollCalls.result,
  ...yesAndNo,
  is_sample: sql<boolean>`${rollCalls.source} = 'sample'`,
}

/** What a page or a file has in addition. */
export const detailColumns = {
  ...listedColumns,
  description: rollCalls.description,
  present: rollCalls.present,
  not_voting: rollCalls.notVoting,
  for_winner: sql<number | null>`case when ${namesWinner('roll_calls')} then ${rollCalls.yeas} end`,
  for_other: sql<number | null>`case when ${namesWinner('roll_calls')} then ${rollCalls.nays} end`,
  members: memberCount,
}

export const newestFirst = [sql`${rollCalls.date} desc`, sql`${rollCalls.id} desc`]

/** Condition: comes after the roll call with this id, newest first. */
export const isOlderThan = (id: number): SQL =>
  sql`(${rollCalls.date}, ${rollCalls.id}) < (select last.date, last.id from ${rollCalls} last where last.id = ${id})`

/** SQL of the counts of positions `p`. */
export const positionCounts = sql.raw(
  ['yea', 'nay', 'present', 'not_voting']
    .map((position) => `count(*) filter (where p.position = '${position}') as ${position}`)
    .join(', '),
)

export async function findPartyTotals(db: Db, { id, number }: { id: number; number: number }): Promise<PartyTotals[]> {
  const { rows } = await db.execute<PartyTotals>(sql`
    select m.party, ${positionCounts} from ${rollCallPositions} p join ${rollCallMembers} m on m.id = p.member_id
    join ${rollCalls} r on r.id = p.roll_call_id where r.id = ${id} and ${asksYesOrNo('r')} group by m.party`)
  return partyOrder(number).flatMap((party) => rows.find((row) => row.party === party) ?? [])
}

const citation =
  'Lewis, Jeffrey B., Keith Poole, Howard Rosenthal, Adam Boche, Aaron Rudkin, and Luke Sonnet. Voteview: Congressional Roll-Call Votes Database. https://voteview.com/'

/** Where records come from. */
export function sourceOf(isSample: boolean, importedAt: Date): RollCallSource {
  const date = importedAt.toISOString()
  return isSample
    ? {
        name: 'Made up for this demo',
        citation: 'Invented for this demonstration. No such vote took place.',
        date,
        url: null,
        official_url: null,
      }
    : { name: 'Voteview', citation, date, url: 'https://voteview.com', official_url: null }
}

/** The source with the pages of this roll call. */
export function sourceOfRollCall(rollCall: ListedRollCall, importedAt: Date): RollCallSource {
  const source = sourceOf(rollCall.is_sample, importedAt)
  if (rollCall.is_sample) return source
  const { congress, chamber, number } = rollCall
  const code = `R${chamber === 'house' ? 'H' : 'S'}${String(congress).padStart(3, '0')}${String(number).padStart(4, '0')}`
  return { ...source, url: `https://voteview.com/rollcall/${code}`, official_url: officialUrl(rollCall) }
}

function officialUrl({ congress, chamber, session, official_number: number, date }: ListedRollCall): string | null {
  if (number === null) return null
  if (chamber === 'house') return `https://clerk.house.gov/Votes/${date.slice(0, 4)}${number}`
  if (session === null) return null
  const folder = 'https://www.senate.gov/legislative/LIS/roll_call_votes'
  const padded = String(number).padStart(5, '0')
  return `${folder}/vote${congress}${session}/vote_${congress}_${session}_${padded}.htm`
}
