import { useQuery } from '@tanstack/react-query'
import type { Poll } from '@wtpu/contract/polls/polls'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { useState } from 'react'
import { useSession } from '#lib/session/session.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { ownUnansweredQuery } from './own-polls.ts'

const title = 'Options of no opinion'
const NoOpinionDialog = lazyDialog(
  () => title,
  () => import('./no-opinion-dialog.tsx').then((module) => module.NoOpinionDialog),
)

/** For the author of a poll, until the first vote. */
export function NoOpinionButton({ poll }: { poll: Poll }) {
  const [open, setOpen] = useState(false)
  const isSignedIn = useSession() !== null
  const canChange = poll.total_votes === 0 && isSignedIn
  const own = useQuery({ ...ownUnansweredQuery(), enabled: canChange })
  if (!canChange || !own.data?.includes(poll.id)) return null
  return (
    <>
      <Button variant="ghost" size="small" className="-mx-3" onClick={() => setOpen(true)}>
        <CircleHelp aria-hidden className="size-4" /> {title}
      </Button>
      <NoOpinionDialog poll={poll} open={open} onOpenChange={setOpen} />
    </>
  )
}
