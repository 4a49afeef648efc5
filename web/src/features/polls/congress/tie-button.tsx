import { useQuery } from '@tanstack/react-query'
import type { Poll } from '@wtpu/contract/polls/polls'
import Landmark from 'lucide-react/icons/landmark'
import { useState } from 'react'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useSession } from '#lib/session/session.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'

const TieDialog = lazyDialog(
  () => 'Vote of Congress',
  () => import('./tie-dialog.tsx').then((module) => module.TieDialog),
)

/** For moderators, until the first vote. */
export function TieButton({ poll }: { poll: Poll }) {
  const [open, setOpen] = useState(false)
  const isSignedIn = useSession() !== null
  const canChange = poll.total_votes === 0
  const account = useQuery({ ...accountQuery(), enabled: canChange && isSignedIn })
  if (!canChange || (account.data?.role ?? 'user') === 'user') return null
  return (
    <>
      <Button variant="ghost" size="small" className="-mx-3" onClick={() => setOpen(true)}>
        <Landmark aria-hidden className="size-4" /> Vote of Congress
      </Button>
      <TieDialog poll={poll} open={open} onOpenChange={setOpen} />
    </>
  )
}
