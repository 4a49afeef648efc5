import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getPollGroups } from '@wtpu/contract/common-ground'
import type { Poll } from '@wtpu/contract/polls/polls'
import { minMembersInPoll } from '@wtpu/contract/disclosure'
import { isOn } from '@wtpu/contract/site/parts'
import { query } from '#lib/api/api.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { verdictText } from '#community/line/line-answers.tsx'
import { QuestionCurve } from '#community/line/question-curve.tsx'
import { divideRule, GroupShares } from '#community/groups/group-shares.tsx'
import { ofOpinions } from '#community/opinions.ts'
import { ResultsSkeleton } from '../card/skeletons.tsx'
import { Term } from '#community/small/term.tsx'

const verdicts = {
  agree: 'A majority of each group chose the same answer: common ground.',
  divide: `Two groups lead with different answers. ${divideRule}`,
}

/** Common Ground looks at no poll of a list. */
export const hasGroupsOfOpinion = ({ eligible }: Poll) => isOn('common-ground') && eligible == null

/** How the groups of Common Ground, and people along its line, voted in a poll. */
export function GroupResults({ poll: { id, options } }: { poll: Poll }) {
  const groups = useQuery(query(getPollGroups, { params: { id } }))
  if (groups.isPending) return <ResultsSkeleton />
  if (!groups.data) return <ErrorState title="Groups could not be loaded" query={groups} />
  const { poll, line } = groups.data
  const leftOut = options.filter((option) => option.is_no_opinion).map(({ text }) => `“${text}”`)
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-sm text-soft">
        {!poll &&
          !line &&
          `Groups are shown once at least ${minMembersInPoll} members of two groups have voted in this poll, unless almost all of a group chose alike. `}
        {poll?.verdict && `${ofOpinions(poll, verdicts[poll.verdict])} `}
        {leftOut.length > 0 &&
          `${leftOut.join(' and ')} ${leftOut.length === 1 ? 'is' : 'are'} left out as no opinion. `}
        <Term name="Group">Groups</Term> are people who vote alike, in this poll and in others.{' '}
        <Link to="/common-ground" className="text-link">
          About Common Ground
        </Link>
      </p>
      {poll && <GroupShares poll={poll} />}
      {line && (
        <section aria-label="Along the line">
          <p className="mb-4 wrap-anywhere">
            <b>Along the line:</b> {verdictText(line)}
          </p>
          <QuestionCurve poll={line} />
        </section>
      )}
    </div>
  )
}
