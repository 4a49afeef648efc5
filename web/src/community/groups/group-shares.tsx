import { fullCount } from '@wtpu/contract/full-count'
import { dividingPoints, type GroupPoll } from '@wtpu/contract/common-ground'
import { classes } from '#lib/classes.ts'
import { GroupMarker, groupStyle } from './group-marker.tsx'

export const divideRule = `Each leading answer has ${dividingPoints} points more in its own group than in the other.`

/** Shares come from rounded counts, so 0 and 100 do not mean nobody and everybody. */
export const shareText = (percent: number) => (percent < 5 ? '<5%' : percent > 95 ? '>95%' : `${percent}%`)

/**
 * How each group voted: for each of the options, the share of every group as a bar and as a number, of how many members who voted,
 * rounded down.
 */
export function GroupShares({
  poll,
  options = poll.options.map((_, option) => option),
}: {
  poll: GroupPoll
  /** The positions of the options to show. */
  options?: readonly number[]
}) {
  return (
    <ul className="flex flex-col gap-4">
      {poll.has_no_opinion && <li className="text-sm text-soft">Of those with an opinion:</li>}
      {options.map((option) => (
        <li key={option}>
          <p className="mb-1.5 font-medium wrap-anywhere">{poll.options[option]}</p>
          <ul className="flex flex-col gap-1.5">
            {poll.groups.map(({ id, voters, percents }) => (
              <li key={id} className="flex flex-wrap items-center gap-2.5">
                <GroupMarker group={id} />
                <span aria-hidden className="h-3 grow overflow-hidden rounded-full bg-track forced-border">
                  <span
                    className={classes('block h-full rounded-full', groupStyle(id).fill)}
                    style={{ width: `${percents[option] ?? 0}%` }}
                  />
                </span>
                <span className="w-11 text-right text-sm font-semibold tabular-nums">
                  {shareText(percents[option] ?? 0)}
                </span>
                <span className="w-16 text-sm text-soft tabular-nums">of {fullCount(voters)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
