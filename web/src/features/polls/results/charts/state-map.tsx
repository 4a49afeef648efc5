import type { PollResults } from '@wtpu/contract/polls'
import { stateName } from '@wtpu/contract/states'
import { classes } from '#lib/classes.ts'
import { stateTiles } from '#lib/state-tiles.ts'
import { optionStyle } from './option-marker.tsx'
import { leaderInState, optionLetter } from '#features/polls/results/rules.ts'

/** A tie is nobody's color; a state that is not told is a hollow tile. */
const tieLook = 'border border-edge bg-line text-ink'
const untoldLook = 'border border-dashed border-edge text-soft'

/** Each state's leading option as letter and color. A picture: the table beside it says the same in words. */
export function StateMap({ poll, states }: Pick<PollResults, 'poll' | 'states'>) {
  const told = new Map(states.map((state) => [state.state, state]))
  return (
    <div aria-hidden className="@container">
      <div className="grid grid-cols-11 gap-0.5 select-none @xs:gap-1">
        {stateTiles.map(({ code, ...place }) => {
          const state = told.get(code)
          return (
            <Tile key={code} code={code} place={place} lead={state && leaderInState(state, poll.options)} poll={poll} />
          )
        })}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
        <Key look={tieLook} sign="=">
          Tie
        </Key>
        <Key look={untoldLook}>Too few voters to show</Key>
      </ul>
    </div>
  )
}

function Tile({
  code,
  place,
  lead,
  poll,
}: {
  code: string
  place: { gridColumn: number; gridRow: number }
  lead: ReturnType<typeof leaderInState> | undefined
  poll: PollResults['poll']
}) {
  const look =
    lead === undefined ? untoldLook : lead === 'tie' ? tieLook : classes(optionStyle(lead).fill, 'text-on-option')
  const leader = lead === 'tie' ? 'a tie' : lead !== undefined && poll.options[lead]?.text
  return (
    <span
      style={place}
      title={leader ? `${stateName(code)}: ${leader}` : stateName(code)}
      className={classes(
        'flex aspect-[5/6] flex-col items-center justify-center rounded-[0.2rem] leading-none @sm:aspect-square',
        look,
      )}
    >
      <span className="text-[clamp(0.5rem,2.4cqw,0.75rem)] leading-none">{code}</span>
      {lead !== undefined && (
        <span className="mt-px text-[clamp(0.625rem,3.2cqw,1rem)] leading-none font-bold">
          {lead === 'tie' ? '=' : optionLetter(lead)}
        </span>
      )}
    </span>
  )
}

function Key({ look, sign, children }: { look: string; sign?: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span
        className={classes(
          'flex size-5 shrink-0 items-center justify-center rounded-[0.25rem] text-xs leading-none font-bold',
          look,
        )}
      >
        {sign}
      </span>
      {children}
    </li>
  )
}
