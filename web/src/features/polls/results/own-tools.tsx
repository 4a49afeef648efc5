import type { Poll } from '@wtpu/contract/polls/polls'
import { TieButton } from '#features/polls/congress/tie-button.tsx'
import { QueueQuestion } from './queue-question.tsx'
import { NoOpinionButton } from '../create/no-opinion-button.tsx'
import { fullCount } from '@wtpu/contract/full-count'
import { getRecentVoters, type RecentVoters as Counts } from '@wtpu/contract/polls/on-demand/recent-voters'
import { useQuery } from '@tanstack/react-query'
import { query } from '#lib/api/api.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'

/** What its author and moderators can change of a poll without votes. */
export function OwnTools({ poll }: { poll: Poll }) {
  return (
    <>
      <TieButton poll={poll} />
      <NoOpinionButton poll={poll} />
    </>
  )
}

/** What staff see of the voters of a poll, and do with it. */
export function OfStaff({ poll }: { poll: Poll }) {
  return (
    <>
      <RecentVoters pollId={poll.id} />
      <QueueQuestion poll={poll} />
    </>
  )
}

/** A note for staff: whether many of the latest votes come from new accounts, or from one mail domain. */
function RecentVoters({ pollId }: { pollId: number }) {
  const { data: account } = useQuery(accountQuery())
  const enabled = account !== undefined && account.role !== 'user'
  const { data } = useQuery({ ...query(getRecentVoters, { params: { id: pollId } }), enabled })
  if (!enabled || !data) return null
  return (
    <p className="max-w-prose border-l-4 border-line pl-4 text-sm wrap-anywhere print:hidden">
      <span className="font-semibold">For staff only:</span> {recentText(data)}
    </p>
  )
}

function recentText({ votes, new_accounts: young, same_domain: same, domain }: Counts): string {
  const ofDomain = same > 0 ? `, and ${fullCount(same)} from accounts of one mail domain` : ''
  return `${fullCount(young)} of the last ${fullCount(votes)} votes came from accounts younger than a day${ofDomain}${domain === null ? '' : `, ${domain}`}.`
}
