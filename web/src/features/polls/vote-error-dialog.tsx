import { useLayoutEffect, useRef } from 'react'
import type { ApiFailure } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { voteErrorText, voteErrorTitle } from './messages.ts'

export function VoteErrorDialog({ failure, onClose }: { failure: ApiFailure | undefined; onClose: () => void }) {
  const opener = useRef<Element>(null)
  useLayoutEffect(() => {
    // Before the dialog takes the focus: it was opened by an answer, so there is no trigger for it to go back to.
    if (failure) opener.current = document.activeElement
  }, [failure])
  function close() {
    onClose()
    setTimeout(() => opener.current instanceof HTMLElement && opener.current.focus())
  }
  return (
    <Dialog
      open={failure !== undefined}
      onOpenChange={(open) => !open && close()}
      title={voteErrorTitle}
      description={failure && voteErrorText(failure)}
      actions={<Button onClick={close}>OK</Button>}
    />
  )
}
