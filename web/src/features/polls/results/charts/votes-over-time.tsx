import { fullCount } from '@wtpu/contract/full-count'
import type { PollResults } from '@wtpu/contract/polls/polls'
import { votesPerCurveStep } from '@wtpu/contract/disclosure'
import { compactCount } from '#lib/format.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ChartHeading } from './chart-heading.tsx'
import { optionLine } from './chart-parts.tsx'
import {
  sampleTimeline,
  formatDateTime,
  timeAxisTicks,
  axisMaximum,
  svgLinePath,
  avoidLabelOverlap,
} from '#features/polls/results/rules.ts'
import { classes } from '#lib/classes.ts'
import { formatVoteCount, leadingOptions } from '#features/polls/rules.ts'

const tableRows = 9

export function VotesOverTime({
  poll,
  timeline,
  level,
}: Pick<PollResults, 'poll' | 'timeline'> & { level?: 2 | undefined }) {
  return (
    <section>
      <ChartHeading level={level}>Votes over time</ChartHeading>
      <p className="mt-1 text-sm text-soft">
        In steps of {votesPerCurveStep} votes, so that single votes cannot be read from the curve.
      </p>
      <VotesChart poll={poll} timeline={timeline} />
      <Disclosure title="Show as a table" className="mt-2">
        <DataTable
          label={`Votes over time: ${poll.question}`}
          className="max-h-80"
          columns={[{ title: 'Time' }, ...poll.options.map(({ text }) => ({ title: text, count: true }))]}
          rows={sampleTimeline(timeline, tableRows).map(({ at, votes }) => ({
            key: at,
            cells: [formatDateTime(at), ...votes.map(fullCount)],
          }))}
        />
      </Disclosure>
    </section>
  )
}

/** In pixels. The plot's width adapts to its container, its height does not. */
const plotHeight = 192
const labelGap = 18

type VotesChartProps = Pick<PollResults, 'poll' | 'timeline'>

/** The running total of each option since publication. Lines differ by weight and dash, and carry their names. */
function VotesChart({ poll, timeline }: VotesChartProps) {
  const totals = timeline.at(-1)?.votes ?? []
  const maximum = axisMaximum(Math.max(...totals))
  const leading = leadingOptions(poll.options)
  const isLeading = (position: number) => leading.has(poll.options[position]?.id ?? 0)
  const lineEnds = totals.map((votes) => plotHeight * (1 - votes / maximum))
  return (
    <>
      <p className="sr-only">{summaryOf({ poll, timeline })}</p>
      <div
        aria-hidden
        className="grid grid-cols-[auto_minmax(0,3fr)_minmax(0,2fr)] @xl:grid-cols-[auto_minmax(0,1fr)_11rem] gap-x-2 pt-3 text-xs text-soft tabular-nums select-none"
      >
        <CountAxis maximum={maximum} />
        <Plot timeline={timeline} maximum={maximum} isLeading={isLeading} />
        <div className="relative">
          {avoidLabelOverlap(lineEnds, labelGap, plotHeight).map((center, position) => (
            <span
              key={poll.options[position]?.id}
              title={poll.options[position]?.text}
              style={{ top: center }}
              className={classes(
                'absolute inset-x-0 -translate-y-1/2 truncate leading-4',
                isLeading(position) && 'font-semibold text-ink',
              )}
            >
              {poll.options[position]?.text}
            </span>
          ))}
        </div>
        <div className="col-start-2 mt-2 flex flex-wrap justify-between gap-x-3 whitespace-nowrap">
          {timeAxisTicks(timeline).map(({ at, text }) => (
            // Small phones have no space for the middle label.
            <span key={at} className="nth-2:hidden @xs:nth-2:inline">
              {text}
            </span>
          ))}
        </div>
      </div>
    </>
  )
}

function summaryOf({ poll, timeline }: VotesChartProps): string {
  const [first, last] = [timeline.at(0), timeline.at(-1)]
  if (!first || !last) return ''
  const totals = poll.options.map(({ text }, index) => `${text}: ${formatVoteCount(last.votes[index] ?? 0, fullCount)}`)
  return `Votes from ${formatDateTime(first.at)} to ${formatDateTime(last.at)}. ${totals.join('. ')}.`
}

function CountAxis({ maximum }: { maximum: number }) {
  return (
    <div className="flex flex-col justify-between text-right" style={{ height: plotHeight }}>
      {[maximum, maximum / 2, 0].map((count, index) => (
        // Center each label vertically on its grid line.
        <span key={count} className={classes('leading-none', ['-mt-1.5', '', '-mb-1.5'][index])}>
          {compactCount(count)}
        </span>
      ))}
    </div>
  )
}

/** The SVG stretches to its container; non-scaling strokes keep the line width constant. */
function Plot({
  timeline,
  maximum,
  isLeading,
}: {
  timeline: PollResults['timeline']
  maximum: number
  isLeading: (position: number) => boolean
}) {
  const lines = timeline[0]?.votes.map((_, option) => timeline.map(({ votes }) => votes[option] ?? 0)) ?? []
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="w-full overflow-visible" height={plotHeight}>
      {[0, 50, 100].map((y) => (
        <path key={y} d={`M0 ${y}H100`} vectorEffect="non-scaling-stroke" className="stroke-line" />
      ))}
      {lines.map((values, option) => (
        <path
          // oxlint-disable-next-line react/no-array-index-key -- lines have no id and never change order
          key={option}
          d={svgLinePath(values, maximum)}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          {...optionLine({ position: option, isLeading: isLeading(option) })}
        />
      ))}
    </svg>
  )
}
