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
  if (!figures.data) {
    return (
      <ErrorState title="The figures could not be loaded" onRetry={() => figures.refetch()}>
        {figures.error.message}
      </ErrorState>
    )
  }
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
          columns={[
            { title: 'About' },
            ...numbers('Cases', 'Warned or locked', 'Removed', 'Share removed', '95% interval'),
          ]}
          rows={parties.map(({ party, cases, warned, removed, share, low, high }) => ({
            key: party,
            cells: [partyNames[party], count(cases), count(warned), count(removed), `${share}%`, `${low} to ${high}%`],
          }))}
        />
      )}
    </section>
  )
}

function Months({ months }: { months: ModerationFigures['months'] }) {
  return (
    <section aria-labelledby="months">
      <h2 id="months" className="mb-4 text-2xl">
        By month
      </h2>
      <DataTable
        label="Reports and decisions by month"
        columns={[
          { title: 'Month' },
          ...numbers('Reports', 'Kept', 'Warned or locked', 'Removed', 'Median time', 'Appeals', 'Granted'),
          { title: 'Removed by guideline' },
        ]}
        rows={months.map(({ month, median_hours: hours, removed_by_rule: byRule, ...counts }) => ({
          key: month,
          cells: [
            <span key="month" className="whitespace-nowrap">
              {monthName(month)}
            </span>,
            count(counts.reports),
            count(counts.kept),
            count(counts.warned),
            count(counts.removed),
            hours === null ? 'None' : `${hours.toLocaleString('en-US')} h`,
            count(counts.appeals),
            count(counts.appeals_granted),
            <ul key="rules" className="min-w-64">
              {byRule.map(({ rule, removed }) => (
                <li key={rule}>
                  {ruleName(rule)} ({count(removed)})
                </li>
              ))}
            </ul>,
          ],
        }))}
      />
    </section>
  )
}

const numbers = (...titles: string[]) => titles.map((title) => ({ title, count: true }))
const count = (value: number) => value.toLocaleString('en-US')
const monthName = (month: string) =>
  new Date(`${month}-15T12:00:00`).toLocaleDateString('en-US', { month: 'long', year: 'numeric' })
