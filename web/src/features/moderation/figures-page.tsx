import { fullCount } from '@wtpu/contract/full-count'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { minCasesOfParty, minCasesOfShare, type ModerationFigures } from '@wtpu/contract/moderation/figures'
import { isOn } from '@wtpu/contract/site/parts'
import { ruleName } from '@wtpu/contract/moderation/on-demand/names'
import { timeText } from '@wtpu/contract/polls/on-demand/method'
import { shareText } from '@wtpu/contract/polls/on-demand/shares'
import { siteTimeZone } from '#lib/on-demand/time-zone.ts'
import { cardClass } from '#ui/card.tsx'
import { DataTable } from '#ui/on-demand/data-table.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { figuresQuery } from './api.ts'
import { RowsSkeleton } from './own-decisions.tsx'

/** What moderators decided in numbers, for everyone. */
export function FiguresPage() {
  return (
    <div className="page max-w-4xl">
      <h1>Moderation figures</h1>
      <p className="mt-2 mb-8 max-w-prose text-soft sm:text-lg">
        Every decision is in the{' '}
        <Link to="/moderation/log" className="text-link">
          moderation log
        </Link>
        . These are the numbers.
      </p>
      <Figures />
    </div>
  )
}

function Figures() {
  const figures = useQuery(figuresQuery())
  if (figures.isPending) return <RowsSkeleton label="Loading the figures..." />
  if (!figures.data) return <ErrorState title="The figures could not be loaded" query={figures} />
  return (
    <>
      <p className="mb-8 max-w-prose text-soft">
        {fullCount(figures.data.open_cases)} {figures.data.open_cases === 1 ? 'case waits' : 'cases wait'} for a
        decision now (counted {timeText(figures.data.counted_at, siteTimeZone())}). Several reports can be about one
        case.
      </p>
      {isOn('officials') && <Parties figures={figures.data} />}
      <Months months={figures.data.months} />
    </>
  )
}

const partyNames = { D: 'Democrats', R: 'Republicans', I: 'Independents' }

function Parties({ figures: { parties, difference } }: { figures: ModerationFigures }) {
  return (
    <section aria-labelledby="parties" className="mb-12">
      <h2 id="parties" className="text-2xl">
        Do we treat all sides alike?
      </h2>
      <p className="mt-2 mb-4 max-w-prose text-soft">
        Reported polls about officials{isOn('walls') && ' and comments on their profiles'}. The rows are the party of
        the official whose page is concerned, not of the authors, whose party is not known. A decision that was undone
        does not count. A party with fewer than {minCasesOfParty} cases is left out, and so are officials without a
        party, and a percentage with fewer than {minCasesOfShare}.
      </p>
      {parties.length === 0 ? (
        <p className="font-semibold">There are not enough cases yet.</p>
      ) : (
        <DataTable
          label="Decisions by the party of the official"
          columns={[{ title: 'Official' }, ...numbers('Removed', '95% interval', 'Rule broken, text kept')]}
          rows={parties.map(({ party, cases, warned, removed, share }) => ({
            key: party,
            cells: [
              partyNames[party],
              `${fullCount(removed)} of ${fullCount(cases)}${share ? ` (${shareText(removed, cases)})` : ''}`,
              share ? `${share.low}% to ${share.high}%` : 'Too few cases',
              fullCount(warned),
            ],
          }))}
        />
      )}
      {difference && <p className="mt-3 max-w-prose text-soft">{differenceText(difference)}</p>}
    </section>
  )
}

function differenceText({ points, low, high, detectable }: NonNullable<ModerationFigures['difference']>): string {
  const [more, less] = points >= 0 ? (['Democrats', 'Republicans'] as const) : (['Republicans', 'Democrats'] as const)
  const [from, to] = points >= 0 ? [low, high] : [-high, -low]
  const isSure = from > 0
  return (
    `About ${more}, ${Math.abs(points)} points more were removed than about ${less} (95% interval ${from} to ${to} points). ` +
    (isSure ? 'Chance alone hardly explains that. ' : 'That may be chance. ') +
    `So many cases would show a true difference of about ${detectable} points or more.`
  )
}

function Months({ months }: { months: ModerationFigures['months'] }) {
  const used = months.filter(
    ({ reports, kept, warned, removed, appeals }) => reports + kept + warned + removed + appeals > 0,
  )
  return (
    <section aria-labelledby="months">
      <h2 id="months" className="mb-4 text-2xl">
        By month
      </h2>
      {used.length === 0 ? (
        <p className="text-soft">Nothing has been reported or decided yet.</p>
      ) : (
        <ol aria-labelledby="months" className={cardClass('divide-y divide-line')}>
          {used.map((month) => (
            <MonthRow key={month.month} figures={month} />
          ))}
        </ol>
      )}
    </section>
  )
}

function MonthRow({ figures }: { figures: ModerationFigures['months'][number] }) {
  const { month, median_hours: hours, median_of: decisions, removed_by_rule: byRule, ...counts } = figures
  const cells = [
    ['Reports received', fullCount(counts.reports)],
    ['Decisions: kept', fullCount(counts.kept)],
    ['Decisions: rule broken, text kept', fullCount(counts.warned)],
    ['Decisions: removed', fullCount(counts.removed)],
    ['Median time', hours === null ? 'None' : `${fullCount(hours)} h of ${fullCount(decisions)}`],
    ['Appeals received', fullCount(counts.appeals)],
    ['Of them granted', fullCount(counts.appeals_granted)],
  ] as const
  return (
    <li className="p-4 sm:p-5">
      <h3 className="font-sans text-base font-semibold">{monthName(month)}</h3>
      <dl className="mt-2 flex flex-wrap gap-3 sm:grid sm:grid-cols-4">
        {cells.map(([title, value]) => (
          <div key={title} className="min-w-0 flex-1 basis-24">
            <dt className="text-sm text-soft">{title}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {byRule.length > 0 && (
        <>
          <h4 className="mt-3 font-sans text-sm font-normal text-soft">Removed by guideline</h4>
          <ul>
            {byRule.map(({ rule, removed }) => (
              <li key={rule}>
                {rule === null ? 'No guideline was named' : ruleName(rule)} ({fullCount(removed)})
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  )
}

const numbers = (...titles: string[]) => titles.map((title) => ({ title, count: true }))
const monthName = (month: string) =>
  new Date(`${month}-15T12:00:00`).toLocaleDateString('en-US', { month: 'long', year: 'numeric' })
