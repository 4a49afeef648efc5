import type { ForumComment } from '@wtpu/contract/forums/comments'
import { trimInvisible } from '@wtpu/contract/text'
import { useState } from 'react'
import { useDraft } from '#lib/draft.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { TextArea } from '#ui/form/text-area.tsx'
import { removeComment } from '#features/forums/thread/state/comment-commands.ts'
import { useThread } from '#features/forums/thread/state/thread-context.ts'

const reasonMaxLength = 500

/** Asks a moderator for the reason before a comment is removed. Stays open with the reason if that fails. */
export function RemoveDialog({
  comment,
  open,
  onOpenChange,
}: {
  comment: ForumComment
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { queryClient } = useThread()
  const [reason, setReason] = useDraft(`remove-forum-comment:${comment.id}`, '')
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const blocked = trimInvisible(reason) === '' || Array.from(reason.trim()).length > reasonMaxLength

  async function confirm() {
    setPending(true)
    setFailure('')
    try {
      await removeComment(queryClient, comment, reason.trim())
      setReason('')
      onOpenChange(false)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '')
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Remove this comment?"
      description={`Other members will see that a moderator removed it. ${comment.user_name} will see your reason.`}
      actions={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="destructive" disabled={blocked} loading={pending} onClick={() => void confirm()}>
            {pending ? 'Removing...' : 'Remove'}
          </Button>
        </>
      }
    >
      {failure && <FormAlert>{failure}</FormAlert>}
      <TextArea
        label="Reason"
        hint="Needed before you can remove the comment."
        value={reason}
        limit={reasonMaxLength}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  )
}
