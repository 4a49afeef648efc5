import type { PollResults } from '@wtpu/contract/polls/polls'
import { ChevronRight } from 'lucide-react'
import { fullCount } from '#lib/format.ts'
import { DataTable } from './data-table.tsx'
import { OptionMarker } from './option-marker.tsx'
import { sampleTimeline, formatDateTime } from '#features/polls/results/rules.ts'
import { VotesChart } from './votes-chart.tsx'

const tableRows = 9

export function VotesOverTime({ poll, timeline }: Pick<PollResults, 'poll' | 'timeline'>) {
  return (
    <section>
      <h4 className="font-serif text-lg font-semibold">Votes over time</h4>
      <VotesChart poll={poll} timeline={timeline} />
      <details className="group mt-2">
        <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 text-sm font-semibold text-accent [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-4 transition-transform duration-150 group-open:rotate-90 motion-reduce:transition-none"
          />
          Show as a table
        </summary>
        <DataTable
          label={`Votes over time: ${poll.question}`}
          className="max-h-80"
          columns={[
            { title: 'Time' },
            ...poll.options.map(({ text }, position) => ({
              title: (
                <>
                  <OptionMarker position={position} /> <span className="sr-only">{text}</span>
                </>
              ),
              count: true,
            })),
          ]}
          rows={sampleTimeline(timeline, tableRows).map(({ at, votes }) => ({
            key: at,
            cells: [formatDateTime(at), ...votes.map(fullCount)],
          }))}
        />
      </details>
    </section>
  )
}
