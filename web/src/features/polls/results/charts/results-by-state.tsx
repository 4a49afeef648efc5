import type { PollResults } from '@wtpu/contract/polls/polls'
import { disclosureSteps, smallestDisclosureStep } from '@wtpu/contract/disclosure'
import { fullCount } from '#lib/format.ts'
import { DataTable } from '#ui/data-table.tsx'
import { OptionMarker, optionStyle } from './chart-parts.tsx'
import { leaderInState, sortStatesByName, optionLetter } from '#features/polls/results/rules.ts'
import { stateName } from '@wtpu/contract/states'
import { classes } from '#lib/classes.ts'
import { stateTiles } from '#lib/state-tiles.ts'

type ResultsByStateProps = Pick<PollResults, 'poll' | 'states'>

export function ResultsByState({ poll, states }: ResultsByStateProps) {
  return (
    <section>
      <h4 className="font-serif text-lg font-semibold">By state</h4>
      <p className="mt-1 max-w-prose text-sm text-soft">
        To keep individual votes private, a state is shown from {smallestDisclosureStep} voters and updated at{' '}
        {disclosureSteps.slice(1, 4).join(', ')} and so on.
      </p>
      {states.length === 0 ? (
        <p className="mt-3">No state has {smallestDisclosureStep} voters yet.</p>
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
const tieStyle = 'border border-edge bg-line text-ink'
const belowMinimumStyle = 'border border-dashed border-edge text-soft'

/** A tile map of each state's leading option. Hidden from screen readers: the table next to it has the same content. */
function StateMap({ poll, states }: Pick<PollResults, 'poll' | 'states'>) {
  const byCode = new Map(states.map((state) => [state.state, state]))
  return (
    <div aria-hidden className="@container">
      <div className="grid grid-cols-11 gap-0.5 select-none @xs:gap-1">
        {stateTiles.map(({ code, ...place }) => {
          const state = byCode.get(code)
          return (
            <Tile
              key={code}
              code={code}
              place={place}
              leader={state && leaderInState(state, poll.options)}
              poll={poll}
            />
          )
        })}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
        <LegendEntry className={tieStyle} symbol="=">
          Tie
        </LegendEntry>
        <LegendEntry className={belowMinimumStyle}>Too few voters to show</LegendEntry>
      </ul>
    </div>
  )
}

function Tile({
  code,
  place,
  leader,
  poll,
}: {
  code: string
  place: { gridColumn: number; gridRow: number }
  leader: ReturnType<typeof leaderInState> | undefined
  poll: PollResults['poll']
}) {
  const style =
    leader === undefined
      ? belowMinimumStyle
      : leader === 'tie'
        ? tieStyle
        : classes(optionStyle(leader).fill, 'text-on-option')
  const leaderText = leader === 'tie' ? 'a tie' : leader !== undefined && poll.options[leader]?.text
  return (
    <span
      style={place}
      title={leaderText ? `${stateName(code)}: ${leaderText}` : stateName(code)}
      className={classes(
        'flex aspect-[5/6] flex-col items-center justify-center rounded-[0.2rem] leading-none @sm:aspect-square',
        style,
      )}
    >
      <span className="text-[clamp(0.5rem,2.4cqw,0.75rem)] leading-none">{code}</span>
      {leader !== undefined && (
        <span className="mt-px text-[clamp(0.625rem,3.2cqw,1rem)] leading-none font-bold">
          {leader === 'tie' ? '=' : optionLetter(leader)}
        </span>
      )}
    </span>
  )
}

function LegendEntry({ className, symbol, children }: { className: string; symbol?: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span
        className={classes(
          'flex size-5 shrink-0 items-center justify-center rounded-[0.25rem] text-xs leading-none font-bold',
          className,
        )}
      >
        {symbol}
      </span>
      {children}
    </li>
  )
}
