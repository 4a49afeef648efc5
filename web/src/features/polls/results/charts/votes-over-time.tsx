import { fullCount } from '@wtpu/contract/full-count'
import { votesForPercent, type PollResults } from '@wtpu/contract/polls/polls'
import { shareText } from '@wtpu/contract/polls/on-demand/shares'
import { DataTable } from '#ui/on-demand/data-table.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { ChartHeading } from './chart-heading.tsx'
import { optionLine } from './chart-parts.tsx'
import {
  sampleTimeline,
  shareTimeline,
  formatDateTime,
  timeAxisTicks,
  axisMaximum,
  svgLinePath,
  avoidLabelOverlap,
} from '#features/polls/results/rules.ts'
import { classes } from '#lib/classes.ts'
import { formatVoteCount, leadingOptions } from '#features/polls/core/rules.ts'

const tableRows = 9

/** How the shares of the options changed. Percentages begin at `votesForPercent`, and so does the chart. */
export function VotesOverTime({
  poll,
  timeline,
  level,
}: Pick<PollResults, 'poll' | 'timeline'> & { level?: 2 | undefined }) {
  const shares = shareTimeline(timeline)
  if (shares.length === 0) return <p className="text-soft">The curve over time begins at {votesForPercent} votes.</p>
  return (
    <section>
      <ChartHeading level={level}>Votes over time</ChartHeading>
      <p className="mt-1 text-sm text-soft">
        How the shares changed. We draw every tenth vote, so that nobody can see a single one.
      </p>
      <SharesChart poll={poll} shares={shares} />
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

interface SharesChartProps {
  poll: PollResults['poll']
  shares: ReturnType<typeof shareTimeline>
}

/** Lines differ by weight and dash, and carry their names. */
function SharesChart({ poll, shares }: SharesChartProps) {
  const last = shares.at(-1)?.shares ?? []
  const maximum = axisMaximum(Math.max(...shares.flatMap((step) => step.shares)))
  const leading = leadingOptions(poll.options)
  const isLeading = (position: number) => leading.has(poll.options[position]?.id ?? 0)
  const lineEnds = last.map((share) => plotHeight * (1 - share / maximum))
  return (
    <>
      <p className="sr-only">{summaryOf({ poll, shares })}</p>
      <div
        aria-hidden
        className="grid grid-cols-[auto_minmax(0,3fr)_minmax(0,2fr)] @xl:grid-cols-[auto_minmax(0,1fr)_11rem] gap-x-2 pt-3 text-sm text-soft tabular-nums select-none"
      >
        <ShareAxis maximum={maximum} />
        <Plot shares={shares} maximum={maximum} isLeading={isLeading} />
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
          {timeAxisTicks(shares).map(({ at, text }) => (
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

function summaryOf({ poll, shares }: SharesChartProps): string {
  const [first, last] = [shares.at(0), shares.at(-1)]
  if (!first || !last) return ''
  const total = last.votes.reduce((sum, votes) => sum + votes, 0)
  const ends = poll.options.map(({ text }, index) => {
    const votes = last.votes[index] ?? 0
    return `${text}: ${shareText(votes, total)}, ${formatVoteCount(votes, fullCount)}`
  })
  return `Votes from ${formatDateTime(first.at)} to ${formatDateTime(last.at)}. ${ends.join('. ')}.`
}

function ShareAxis({ maximum }: { maximum: number }) {
  return (
    <div className="flex flex-col justify-between text-right" style={{ height: plotHeight }}>
      {[maximum, maximum / 2, 0].map((share, index) => (
        // Center each label vertically on its grid line.
        <span key={share} className={classes('leading-none', ['-mt-1.5', '', '-mb-1.5'][index])}>
          {share}%
        </span>
      ))}
    </div>
  )
}

/** The SVG stretches to its container; non-scaling strokes keep the line width constant. */
function Plot({
  shares,
  maximum,
  isLeading,
}: Pick<SharesChartProps, 'shares'> & {
  maximum: number
  isLeading: (position: number) => boolean
}) {
  const lines = shares[0]?.shares.map((_, option) => shares.map((step) => step.shares[option] ?? 0)) ?? []
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
