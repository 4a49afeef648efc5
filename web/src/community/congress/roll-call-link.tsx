import { chamberNames, type ListedRollCall } from '@wtpu/contract/roll-calls'
import { Link } from '@tanstack/react-router'
import { dayName } from '#lib/dates.ts'

type Named = Pick<ListedRollCall, 'id' | 'bill' | 'title'>

/** The bill and what the vote was about, as a link to the roll call. */
export function RollCallLink({ rollCall: { id, bill, title } }: { rollCall: Named }) {
  return (
    <Link to="/roll-calls/$rollCallId" params={{ rollCallId: String(id) }} className="py-1 text-link wrap-anywhere">
      {bill !== null && bill !== title ? `${bill}: ${title}` : title}
    </Link>
  )
}

/** A day without a time, for example "2026-03-07", the same in every time zone. */
export function RollCallDate({ date }: { date: string }) {
  return <time dateTime={date}>{dayName(date)}</time>
}

/** For example "Senate vote 372 of the 119th Congress". */
export function rollCallName({ chamber, number, congress }: Pick<ListedRollCall, 'chamber' | 'number' | 'congress'>) {
  return `${chamberNames[chamber]} vote ${number} of the ${ordinal(congress)} Congress`
}

function ordinal(value: number): string {
  const isTeen = Math.floor(value / 10) % 10 === 1
  return `${value}${(!isTeen && { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10]) || 'th'}`
}
