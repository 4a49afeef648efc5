import { trimInvisible } from '@wtpu/contract/schemas'
import { useDraft } from '#lib/draft.ts'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TextArea } from '#ui/form/fields.tsx'

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
  const blocked = trimInvisible(reason) === '' || Array.from(reason.trim()).length > reasonMaxLength
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      confirmLabel={submitLabel}
      pendingLabel={pendingLabel}
      disabled={blocked}
      onConfirm={async () => {
        await send(reason.trim())
        setReason('')
      }}
    >
      <TextArea
        label="Reason"
        hint="A reason is required."
        value={reason}
        limit={reasonMaxLength}
        dir="auto"
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  )
}
