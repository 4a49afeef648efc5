import type { PollResults } from '@wtpu/contract/polls/polls'
import { disclosureSteps, establishedDays, smallestDisclosureStep } from '@wtpu/contract/disclosure'
import { fullCount } from '#lib/format.ts'
import { DataTable } from '#ui/data-table.tsx'
import { OptionMarker, optionStyle } from './chart-parts.tsx'
import { leaderInState, sortStatesByName, optionLetter } from '#features/polls/results/rules.ts'
import { stateName } from '@wtpu/contract/states'
import { classes } from '#lib/classes.ts'
import { LegendEntry, TileMap } from '#ui/tile-map.tsx'

type ResultsByStateProps = Pick<PollResults, 'poll' | 'states'>

export function ResultsByState({ poll, states }: ResultsByStateProps) {
  return (
    <section>
      <h4 className="font-serif text-lg font-semibold">By state</h4>
      <p className="mt-1 max-w-prose text-sm text-soft">
        To keep individual votes private, a state is shown from {smallestDisclosureStep} voters, updated at{' '}
        {disclosureSteps.slice(1, 4).join(', ')} and so on, and left out where almost all chose alike. Voters count from
        their account’s {establishedDays}th day, with a confirmed email.
      </p>
      {states.length === 0 ? (
        <p className="mt-3">No state can be shown yet.</p>
      ) : (
        <div className="mt-4 grid grid-cols-1 gap-6 @xl:grid-cols-[5fr_6fr]">
          <StateMap poll={poll} states={states} />
          <div className="@xl:relative">
            <StateTable poll={poll} states={states} />
          </div>
        </div>
      )}
    </section>
  )
}

function StateTable({ poll, states }: ResultsByStateProps) {
  return (
    <DataTable
      label={`Results by state: ${poll.question}`}
      // Next to the map, limit the table to the map's height.
      className="max-h-80 @xl:absolute @xl:inset-x-0 @xl:top-0 @xl:max-h-full"
      columns={[
        { title: 'State' },
        { title: 'Leading option' },
        { title: 'Its votes', count: true },
        { title: 'Voters', count: true },
      ]}
      rows={sortStatesByName(states).map((state) => ({
        key: state.state,
        cells: [
          state.name,
          <Leader key="leader" leader={leaderInState(state, poll.options)} poll={poll} />,
          fullCount(state.leading_votes),
          fullCount(state.voters),
        ],
      }))}
    />
  )
}

function Leader({ leader, poll }: { leader: number | 'tie'; poll: PollResults['poll'] }) {
  if (leader === 'tie') return 'Tie'
  return (
    <span className="flex min-w-24 items-start gap-2">
      <OptionMarker position={leader} /> {poll.options[leader]?.text}
    </span>
  )
}

/** Tied states get a neutral tile. States below the minimum are drawn as outlines. */
const tieTile = { className: 'border border-edge bg-track text-ink', symbol: '=' }
const belowMinimumTile = { className: 'border border-dashed border-edge text-soft' }

/** A tile map of each state's leading option. The table next to it has the same content. */
function StateMap({ poll, states }: Pick<PollResults, 'poll' | 'states'>) {
  const byCode = new Map(states.map((state) => [state.state, state]))
  function tile(code: string) {
    const state = byCode.get(code)
    if (!state) return { ...belowMinimumTile, title: stateName(code) }
    const leader = leaderInState(state, poll.options)
    if (leader === 'tie') return { ...tieTile, title: `${stateName(code)}: a tie` }
    return {
      className: classes(optionStyle(leader).fill, 'text-on-option'),
      symbol: optionLetter(leader),
      title: `${stateName(code)}: ${poll.options[leader]?.text}`,
    }
  }
  return (
    <TileMap tile={tile}>
      <LegendEntry {...tieTile}>Tie</LegendEntry>
      <LegendEntry {...belowMinimumTile}>Too few voters to show</LegendEntry>
    </TileMap>
  )
}
