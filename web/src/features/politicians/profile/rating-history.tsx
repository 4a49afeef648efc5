import { fullCount } from '@wtpu/contract/full-count'
import { useQuery } from '@tanstack/react-query'
import { getRatingHistory, minRatingsOfQuarter, type RatingHistory as History } from '@wtpu/contract/rating-history'
import { shareText } from '@wtpu/contract/polls/on-demand/shares'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import { query } from '#lib/api/api.ts'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'

/** Three lines on a phone, so that what is below does not move. */
const textClass = 'min-h-15 text-sm text-soft sm:min-h-10'

/** Since when an official is rated, the last 90 days, and each quarter with enough ratings. */
export function RatingHistory({ id }: { id: number }) {
  const { data } = useQuery(query(getRatingHistory, { params: { id } }))
  // What the ratings are now stays true without this.
  if (!data?.since) return <p className={textClass} />
  return (
    <>
      <p className={textClass}>
        Rated since {monthAndYear(data.since)}. {recentText(data)}
      </p>
      {data.quarters.length > 0 && <Quarters history={data} />}
    </>
  )
}

function Quarters({ history: { quarters, time_zone: timeZone } }: { history: History }) {
  return (
    <Disclosure title="By quarter" className="text-sm">
      <dl className="grid gap-y-1">
        {quarters.map(({ begins, ...counts }) => (
          <div key={begins} className="flex flex-wrap gap-x-4">
            <dt className="w-28 text-soft">{quarterIn(begins, timeZone)}</dt>
            <dd className="min-w-0 flex-1 basis-40">{sharesText(counts)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-soft">Quarters with fewer than {minRatingsOfQuarter} ratings are left out.</p>
    </Disclosure>
  )
}

function sharesText({ good, bad }: { good: number; bad: number }): string {
  const total = good + bad
  if (total < votesForPercent) return `${good} of ${total} ratings say Good Job`
  return `${shareText(good, total)} of ${fullCount(total)} ratings say Good Job`
}

const monthAndYear = (time: string) =>
  new Date(time).toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The server counts them in tens. */
function recentText({ last_90_days: { until, ...counts }, time_zone: timeZone }: History): string {
  const end = new Date(new Date(until).getTime() - 1)
  const day = end.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone })
  const isKnown = counts.good + counts.bad > 0
  return `Last 90 days, until ${day}: ${isKnown ? `${sharesText(counts)}. We count these in tens` : 'too few ratings to say'}.`
}

function quarterIn(begins: string, timeZone: string): string {
  const [month, year] = new Date(begins)
    .toLocaleDateString('en-US', { month: 'numeric', year: 'numeric', timeZone })
    .split('/')
  return `Q${Math.ceil(Number(month) / 3)} ${year}`
}
