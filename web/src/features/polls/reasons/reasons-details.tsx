import type { Poll } from '@wtpu/contract/polls/polls'
import { isOn } from '@wtpu/contract/site/parts'
import { useState } from 'react'
import { useMyVotes } from '#features/polls/core/my-votes.ts'
import { useSession } from '#lib/session/session.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { ResultsSkeleton } from '../card/skeletons.tsx'

const Reasons = lazyComponent(() => import('./reasons.tsx').then((module) => module.Reasons))

/** For members. Code and reasons load when it is opened. */
export function ReasonsDetails({ poll }: { poll: Poll }) {
  const [open, setOpen] = useState(false)
  const myVote = useMyVotes().get(poll.id)
  if (useSession() === null || !isOn('reasons') || poll.imported_from || poll.eligible) return null
  return (
    <Disclosure
      title={myVote === undefined ? 'Reasons for each answer' : 'Why? One reason, if you like.'}
      className="border-t border-line pt-1"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      {open && <Reasons poll={poll} myVote={myVote} fallback={<ResultsSkeleton />} />}
    </Disclosure>
  )
}
