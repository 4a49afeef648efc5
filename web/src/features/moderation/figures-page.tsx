import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { minCasesOfParty, type ModerationFigures } from '@wtpu/contract/moderation/figures'
import { ruleName } from '@wtpu/contract/moderation/names'
import { cardClass } from '#ui/card.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { figuresQuery } from './api.ts'
import { RowsSkeleton } from './own-decisions.tsx'

/** What moderators decided in numbers, for everyone. */
export function FiguresPage() {
  return (
    <div className="frame min-h-dvh max-w-4xl py-8 sm:py-14">
      <h1 className="text-3xl leading-tight sm:text-5xl">Moderation Figures</h1>
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
      <Parties parties={figures.data.parties} />
      <Months months={figures.data.months} />
    </>
  )
}

const partyNames = { D: 'Democrats', R: 'Republicans', I: 'Independents' }

function Parties({ parties }: { parties: ModerationFigures['parties'] }) {
  return (
    <section aria-labelledby="parties" className="mb-12">
      <h2 id="parties" className="text-2xl">
        Do we treat all sides alike?
      </h2>
      <p className="mt-2 mb-4 max-w-prose text-soft">
        Reported polls about officials and comments on their profiles, by the party of the official. A decision that was
        undone does not count, nor does a party with fewer than {minCasesOfParty} cases. Where the intervals overlap,
        the difference may be chance.
      </p>
      {parties.length === 0 ? (
        <p className={cardClass('p-5')}>There are not enough cases yet.</p>
      ) : (
        <DataTable
          label="Removals by party"
          columns={[{ title: 'About' }, ...numbers('Removed', '95% interval', 'Warned or locked')]}
          rows={parties.map(({ party, cases, warned, removed, share, low, high }) => ({
            key: party,
            cells: [
              partyNames[party],
              `${count(removed)} of ${count(cases)} (${share}%)`,
              `${low} to ${high}%`,
              count(warned),
            ],
          }))}
        />
      )}
    </section>
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
        <p className={cardClass('p-5')}>Nothing has been reported or decided yet.</p>
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
  const { month, median_hours: hours, removed_by_rule: byRule, ...counts } = figures
  const cells = [
    ['Reports', count(counts.reports)],
    ['Kept', count(counts.kept)],
    ['Warned or locked', count(counts.warned)],
    ['Removed', count(counts.removed)],
    ['Median time', hours === null ? 'None' : `${hours.toLocaleString('en-US')} h`],
    ['Appeals', count(counts.appeals)],
    ['Granted', count(counts.appeals_granted)],
  ] as const
  return (
    <li className="p-4 sm:p-5">
      <h3 className="font-sans text-base font-semibold">{monthName(month)}</h3>
      <dl className="mt-2 grid grid-cols-3 gap-3 sm:grid-cols-4">
        {cells.map(([title, value]) => (
          <div key={title}>
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
                {ruleName(rule)} ({count(removed)})
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  )
}

const numbers = (...titles: string[]) => titles.map((title) => ({ title, count: true }))
const count = (value: number) => value.toLocaleString('en-US')
const monthName = (month: string) =>
  new Date(`${month}-15T12:00:00`).toLocaleDateString('en-US', { month: 'long', year: 'numeric' })
