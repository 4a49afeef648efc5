import { fullCount } from '@wtpu/contract/full-count'
import type { PollOption } from '@wtpu/contract/polls/poll-option'
import { formatVoteCount } from './rules.ts'

/** "62%, 261 votes, leading, your vote", for screen readers. */
export function ResultInWords({
  option,
  share,
  leading,
  chosen,
}: {
  option: PollOption
  share: string | null
  leading: boolean
  chosen: boolean
}) {
  return (
    <>
      {share && `${share}, `}
      {formatVoteCount(option.vote_count, fullCount)}
      {leading && ', leading'}
      {chosen && ', your vote'}
    </>
  )
}
