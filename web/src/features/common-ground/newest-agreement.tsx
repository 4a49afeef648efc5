import type { CommonGround, GroupPoll, LinePoll } from '@wtpu/contract/common-ground'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GroupShares } from '#community/groups/group-shares.tsx'
import { ThirdShares, verdictText } from '#community/line/line-answers.tsx'
import { cardClass } from '#ui/card.tsx'
import { commonGroundQuery } from './small/api.ts'
import { PollLink } from './small/poll-link.tsx'

/** The newest poll in which people agree who usually differ. Nothing if there is none. */
export function NewestAgreement() {
  const { data } = useQuery(commonGroundQuery())
  const poll = data && newestAgreement(data)
  if (!poll) return null
  return (
    <section aria-labelledby="newest-agreement">
      <h2 id="newest-agreement" className="mb-3 text-2xl">
        Common ground
      </h2>
      <div className={cardClass('p-4 sm:p-6')}>
        <p className="text-sm text-soft">People often answer differently. Here they agree anyway.</p>
        <h3 className="mt-1 mb-2 text-lg leading-snug">
          <PollLink id={poll.id}>{poll.question}</PollLink>
        </h3>
        {'groups' in poll ? (
          <GroupShares poll={poll} options={[poll.option]} />
        ) : (
          <>
            <p>{verdictText(poll)}</p>
            <ThirdShares poll={poll} option={poll.option} />
          </>
        )}
        <p className="mt-2 text-sm text-soft">They are self-selected, not a sample of the public.</p>
        <Link to="/common-ground" className="mt-2 -mb-2 inline-flex min-h-11 items-center text-link font-semibold">
          See where we agree
        </Link>
      </div>
    </section>
  )
}

function newestAgreement({ agree, line }: CommonGround): GroupPoll | LinePoll | undefined {
  const polls: readonly (GroupPoll | LinePoll)[] = agree.length > 0 ? agree : line.agree
  return polls.toSorted((a, b) => b.published_at.localeCompare(a.published_at))[0]
}
