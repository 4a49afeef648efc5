import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getPollGroups } from '@wtpu/contract/common-ground'
import { minMembersInPoll } from '@wtpu/contract/disclosure'
import { query } from '#lib/api/api.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { GroupShares } from '#community/groups/group-shares.tsx'
import { ResultsSkeleton } from '../card/skeletons.tsx'

const verdicts = {
  agree: 'Common ground: a majority of each group chose the same option.',
  divide: 'This poll divides the groups: they lead with different options.',
}

/** How the groups of Common Ground voted in a poll. */
export function GroupResults({ pollId }: { pollId: number }) {
  const groups = useQuery(query(getPollGroups, { params: { id: pollId } }))
  if (groups.isPending) return <ResultsSkeleton />
  if (!groups.data) return <ErrorState title="Groups could not be loaded" query={groups} />
  const { poll } = groups.data
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-sm text-soft">
        {!poll && `Groups are shown once at least ${minMembersInPoll} members of two groups have voted in this poll. `}
        {poll?.verdict && `${verdicts[poll.verdict]} `}
        Groups are people who vote alike.{' '}
        <Link to="/common-ground" className="text-link">
          About Common Ground
        </Link>
      </p>
      {poll && <GroupShares poll={poll} />}
    </div>
  )
}
