import { fullCount } from '@wtpu/contract/full-count'
import type { PollResults } from '@wtpu/contract/polls/polls'
import {
  clearLead,
  disclosureSteps,
  establishedDays,
  minLeadOfColor,
  minVotersOfColor,
  smallestDisclosureStep,
} from '@wtpu/contract/disclosure'
import { classes } from '#lib/classes.ts'
import { formatVoteCount, leadingOptions } from '#features/polls/core/rules.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { DataTable } from '#ui/on-demand/data-table.tsx'
import { ChartHeading } from './chart-heading.tsx'
import { optionFill } from './chart-parts.tsx'
import { leaderInState, sortStatesByName } from '#features/polls/results/rules.ts'
import { stateName } from '@wtpu/contract/states'
import { LegendEntry, TileMap } from '#ui/on-demand/tile-map.tsx'

// Few polls are for a list.
const ResultsByGroup = lazyComponent(() => import('./results-by-group.tsx').then((module) => module.ResultsByGroup))

type StateResult = PollResults['states'][number]
type ResultsByStateProps = Pick<PollResults, 'poll' | 'states'>

export function ResultsByState({ poll, states, level }: ResultsByStateProps & { level?: 2 | undefined }) {
  const counted = states.reduce((sum, { voters }) => sum + (voters ?? 0), 0)
  const hasMap = states.some((state) => state.is_colored)
  // Who is on a list needs no account, so the states of many are not known.
  if (poll.eligible != null) return <ResultsByGroup poll={poll} level={level} />
  if (states.length === 0)
    return (
      <section>
        <ChartHeading level={level}>By state</ChartHeading>
        <p className="mt-1 text-soft">
          A state is shown once it has {smallestDisclosureStep} voters with a confirmed email, from their account’s{' '}
          {establishedDays}th day, unless almost all chose alike.
        </p>
      </section>
    )
  return (
    <section>
      <ChartHeading level={level}>By state</ChartHeading>
      <p className="mt-1 max-w-prose text-sm text-soft">
        For each state we count in steps: the first {smallestDisclosureStep} voters, then{' '}
        {disclosureSteps.slice(1, 4).join(', ')} and so on, so that single votes stay private. Voters count from their
        account’s {establishedDays}th day, with a confirmed email. States are what members say about themselves. Nothing
        is weighted.
      </p>
      {/* A map on which no state has a clear lead says nothing. */}
      <div className={classes('mt-4', hasMap && 'grid grid-cols-1 gap-6 @xl:grid-cols-[5fr_6fr]')}>
        {hasMap && <StateMap poll={poll} states={states} />}
        <div className={hasMap ? '@xl:relative' : undefined}>
          <StateTable poll={poll} states={states} isBesideMap={hasMap} />
        </div>
      </div>
      {poll.total_votes > counted && (
        <p className="mt-3 text-sm text-soft tabular-nums">
          The numbers by state cover {fullCount(counted)} of {formatVoteCount(poll.total_votes, fullCount)}.
        </p>
      )}
    </section>
  )
}

function StateTable({ poll, states, isBesideMap }: ResultsByStateProps & { isBesideMap: boolean }) {
  return (
    <DataTable
      label={`Results by state: ${poll.question}`}
      // Next to the map, limit the table to the map's height.
      className={classes('max-h-80', isBesideMap && '@xl:absolute @xl:inset-x-0 @xl:top-0 @xl:max-h-full')}
      columns={[
        { title: 'State' },
        { title: 'Leading option' },
        { title: 'Its votes', count: true },
        { title: 'First voters counted', short: 'of the first', count: true },
      ]}
      rows={sortStatesByName(states).map((state) => ({
        key: state.state,
        cells: [
          state.name,
          <Leader key="leader" state={state} poll={poll} />,
          state.leading_votes === null ? '' : fullCount(state.leading_votes),
          state.voters === null ? '' : fullCount(state.voters),
        ],
      }))}
    />
  )
}

function Leader({ state, poll }: { state: StateResult; poll: PollResults['poll'] }) {
  const leader = leaderInState(state, poll.options)
  if (leader === 'tie') return 'Tie'
  return (
    <>
      {poll.options[leader]?.text}
      {state.voters === null && ` ${clearLead}`}
    </>
  )
}

const hatchedTile = {
  className: 'border border-edge text-ink',
  style: { backgroundImage: 'repeating-linear-gradient(135deg, var(--line) 0 1.5px, transparent 1.5px 6px)' },
}

/** A tile map of each state's leading option. The table next to it has the same content. */
function StateMap({ poll, states }: Pick<PollResults, 'poll' | 'states'>) {
  const byCode = new Map(states.map((state) => [state.state, state]))
  const leading = leadingOptions(poll.options)
  const fill = (position: number) => optionFill({ position, isLeading: leading.has(poll.options[position]?.id ?? 0) })
  const isLegend = (id: number) => states.some((state) => state.is_colored && state.leading_option === id)
  function tile(code: string) {
    const state = byCode.get(code)
    const leader = state ? leaderInState(state, poll.options) : 'tie'
    const title = `${stateName(code)}: ${state ? describeState(state, poll) : 'too few voters to show'}`
    if (!state?.is_colored || leader === 'tie') return { ...hatchedTile, title }
    return { ...fill(leader), title }
  }
  return (
    <TileMap tile={tile}>
      {poll.options.map(
        ({ id, text }, position) =>
          isLegend(id) && (
            <LegendEntry key={id} {...fill(position)}>
              {`${text} leads by ${minLeadOfColor} points or more`}
            </LegendEntry>
          ),
      )}
      <LegendEntry {...hatchedTile}>{`Too close, or fewer than ${minVotersOfColor} voters`}</LegendEntry>
    </TileMap>
  )
}

/** "Yes leads, 62 of the first 100 voters" */
function describeState(state: StateResult, poll: PollResults['poll']): string {
  const leader = leaderInState(state, poll.options)
  const text = leader === 'tie' ? 'a tie' : poll.options[leader]?.text
  if (state.voters === null || state.leading_votes === null) return `${text} ${clearLead}`
  const counts = `${fullCount(state.leading_votes)} of the first ${fullCount(state.voters)} voters`
  return leader === 'tie' ? `${text}, ${counts} each` : `${text} leads, ${counts}`
}
