import type { ApiFailure } from '#lib/api/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { voteErrorText, voteErrorTitle } from '#features/polls/small/messages.ts'

/** Says why a vote was not counted. */
export function VoteErrorDialog({ failure, onClose }: { failure: ApiFailure | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={failure !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={voteErrorTitle(failure)}
      description={failure && voteErrorText(failure)}
      actions={<Button onClick={onClose}>OK</Button>}
    >
      {resendAction(failure)}
    </Dialog>
  )
}
