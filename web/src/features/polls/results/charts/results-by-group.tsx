import { useQuery } from '@tanstack/react-query'
import { fullCount } from '@wtpu/contract/full-count'
import { resultText } from '@wtpu/contract/polls/on-demand/shares'
import type { Poll } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { query } from '#lib/api/api.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { DataTable } from '#ui/on-demand/data-table.tsx'
import { ChartHeading } from './chart-heading.tsx'

/** How the groups of a list answered, once the poll has closed. It is empty if the list has no groups, or only groups that are too small. */
export function ResultsByGroup({ poll, level }: { poll: Poll; level: 2 | undefined }) {
  const totals = useQuery(query(getPollTotals, { params: { id: poll.id } }))
  const groups = totals.data?.method.list?.groups ?? []
  if (totals.isError && !totals.data) return <ErrorState inCard title="Groups could not be loaded" query={totals} />
  if (groups.length === 0) return null
  return (
    <section>
      <ChartHeading level={level}>By group</ChartHeading>
      <p className="mt-1 mb-4 max-w-prose text-sm text-soft">
        The groups are those of the list.
        {groups.some(({ name }) => name === null) &&
          ' Small groups, and those in which nearly all chose alike, are counted together.'}
      </p>
      <DataTable
        label={`Results by group: ${poll.question}`}
        columns={[
          { title: 'Group' },
          { title: 'Answered', count: true },
          ...poll.options.map(({ text }) => ({ title: text, count: true })),
        ]}
        rows={groups.map(({ name, votes }) => {
          const total = votes.reduce((sum, count) => sum + count, 0)
          const shares = poll.options.map((_, option) => resultText(votes[option] ?? 0, total))
          return { key: name ?? '', cells: [name ?? 'All others', fullCount(total), ...shares] }
        })}
      />
    </section>
  )
}
