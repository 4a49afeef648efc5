import { trimInvisible } from '@wtpu/contract/text'
import { useState } from 'react'
import { useDraft } from '#lib/draft.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { TextArea } from '#ui/form/text-area.tsx'

const reasonMaxLength = 500

/** Asks a moderator for the reason of an action. Stays open with the reason if the action fails. */
export function ReasonDialog({
  open,
  onOpenChange,
  draftName,
  title,
  description,
  submitLabel,
  pendingLabel,
  send,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  draftName: string
  title: string
  description: string
  submitLabel: string
  pendingLabel: string
  /** If this rejects, the dialog shows the message. */
  send: (reason: string) => Promise<unknown>
}) {
  const [reason, setReason] = useDraft(draftName, '')
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const blocked = trimInvisible(reason) === '' || Array.from(reason.trim()).length > reasonMaxLength

  async function confirm() {
    setPending(true)
    setFailure('')
    try {
      await send(reason.trim())
      setReason('')
      onOpenChange(false)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '')
    } finally {
      setPending(false)
    }
  }
  function setOpen(next: boolean) {
    setFailure('')
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={title}
      description={description}
      actions={
        <>
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button variant="destructive" disabled={blocked} loading={pending} onClick={() => void confirm()}>
            {pending ? pendingLabel : submitLabel}
          </Button>
        </>
      }
    >
      {failure && <FormAlert>{failure}</FormAlert>}
      <TextArea
        label="Reason"
        hint="A reason is required."
        value={reason}
        limit={reasonMaxLength}
        dir="auto"
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  )
}
