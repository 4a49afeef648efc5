import { fullCount } from '@wtpu/contract/full-count'
import { dividingPoints, type LinePoll } from '@wtpu/contract/common-ground'
import { shareText } from '#community/groups/group-shares.tsx'
import { ofOpinions } from '../opinions.ts'

const ends = ['this end', 'that end'] as const
const thirdNames = ['This end', 'Middle', 'That end'] as const

export const crossRule = `Each leading answer has ${dividingPoints} points more at its own end than at the other.`

/** What is said about a poll along the line. */
export function verdictText(poll: LinePoll): string {
  const { verdict, options, option, other, end } = poll
  const chosen = `“${options[option]}”`
  if (verdict === 'few_opinions') return 'More than a third had no opinion, so we say nothing about the others.'
  if (verdict === 'too_few') return 'Too few answered to say.'
  if (verdict === null) return 'None of our rules fits here. The curve shows what we found.'
  return ofOpinions(
    poll,
    {
      agree:
        end === null
          ? `A majority of each third chose ${chosen}.`
          : `${chosen} has a majority everywhere. It is strongest at ${ends[end]}.`,
      cross: `This end leads with ${chosen}, that end with “${options[other ?? 0]}”. ${crossRule}`,
      one_side: `A majority of ${ends[end ?? 0]} chose ${chosen}, and at least ${dividingPoints} points fewer at the other end.`,
      unequal: `The same answer leads at both ends, but ${chosen} has at least ${dividingPoints} points more at ${ends[end ?? 0]}.`,
    }[verdict],
  )
}

/** The share of an option in each third, with the number of people who answered, rounded down. */
export function ThirdShares({
  poll: { options, thirds, has_no_opinion: hasNoOpinion },
  option,
}: {
  poll: LinePoll
  option: number
}) {
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
        chose “{options[option]}”, of {fullCount(fewest)} people or more {hasNoOpinion && 'with an opinion '}in each
        third
      </p>
    </>
  )
}
