import { useEffect, useEffectEvent } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { needsConfirmedEmail, useEmailConfirmed } from '#lib/session/email-confirmation.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { voteErrorText, voteErrorTitle } from '#features/polls/small/messages.ts'

interface VoteErrorDialogProps {
  failure: ApiFailure | null
  /** Whether the list of the viewer's votes has a vote in this poll. */
  isCounted: boolean
  onClose: () => void
  focusAfter: () => Element | null
}

/** Says why a vote was not counted, until that is no longer true. */
export function VoteErrorDialog({ failure, isCounted, onClose, focusAfter }: VoteErrorDialogProps) {
  const waitsForEmail = failure !== null && needsConfirmedEmail(failure)
  const isConfirmed = useEmailConfirmed(waitsForEmail) && waitsForEmail
  const isAnswered = isCounted && failure?.code === 'unanswered'
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isAnswered) close()
  }, [isAnswered])
  return (
    <Dialog
      open={failure !== null && !isAnswered}
      onOpenChange={(open) => !open && onClose()}
      title={isConfirmed ? 'You can vote now' : voteErrorTitle(failure)}
      {...(failure && !isConfirmed && { description: voteErrorText(failure) })}
      focusAfter={focusAfter}
      actions={<Button onClick={onClose}>OK</Button>}
    >
      {resendAction(failure)}
    </Dialog>
  )
}
