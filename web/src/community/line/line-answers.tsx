import { fullCount } from '@wtpu/contract/full-count'
import type { LinePoll } from '@wtpu/contract/common-ground'
import { shareText } from '#community/groups/group-shares.tsx'

const ends = ['this end', 'that end'] as const
const thirdNames = ['This end', 'Middle', 'That end'] as const

/** What is said about a poll along the line. */
export function verdictText({ verdict, options, option, other, end }: LinePoll): string {
  const chosen = `“${options[option]}”`
  if (verdict === 'agree' && end === null) return `A majority of each third chose ${chosen}.`
  if (verdict === 'agree') return `${chosen} has a majority everywhere. It is strongest at ${ends[end ?? 0]}.`
  if (verdict === 'cross') return `This end leads with ${chosen}, that end with “${options[other ?? 0]}”.`
  if (verdict === 'one_side')
    return `A majority of ${ends[end ?? 0]} chose ${chosen}, and clearly fewer at the other end.`
  return 'No statement: the differences are within chance, or too small.'
}

/** The share of an option in each third, with the number of people who answered, rounded down. */
export function ThirdShares({ poll: { options, thirds }, option }: { poll: LinePoll; option: number }) {
  const fewest = Math.min(...thirds.map(({ voters }) => voters))
  return (
    <>
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        {thirds.map(({ percents }, third) => (
          // oxlint-disable-next-line react/no-array-index-key -- thirds never change order
          <div key={third}>
            <dt className="text-sm text-soft">{thirdNames[third]}</dt>
            <dd className="text-xl font-semibold tabular-nums">{shareText(percents[option] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-sm wrap-anywhere text-soft">
        chose “{options[option]}”, of {fullCount(fewest)} people or more in each third
      </p>
    </>
  )
}
