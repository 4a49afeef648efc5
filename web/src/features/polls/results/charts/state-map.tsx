import type { PollResults } from '@wtpu/contract/polls/polls'
import { stateName } from '@wtpu/contract/states'
import { classes } from '#lib/classes.ts'
import { stateTiles } from '#lib/state-tiles.ts'
import { optionStyle } from './option-marker.tsx'
import { leaderInState, optionLetter } from '#features/polls/results/rules.ts'

/** Tied states get a neutral tile. States below the minimum are drawn as outlines. */
const tieStyle = 'border border-edge bg-line text-ink'
const belowMinimumStyle = 'border border-dashed border-edge text-soft'

/** A tile map of each state's leading option. Hidden from screen readers: the table next to it has the same content. */
export function StateMap({ poll, states }: Pick<PollResults, 'poll' | 'states'>) {
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
