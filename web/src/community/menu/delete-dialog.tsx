import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { deleteWarnings, type Noun } from './messages.ts'

/** Asks before content is deleted. Shows the message of a failed deletion and stays open, so that it can be repeated. */
export function DeleteDialog({
  open,
  onOpenChange,
  noun,
  onDelete,
  focusAfterDelete,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  noun: Noun
  onDelete: () => Promise<unknown>
  focusAfterDelete?: () => Element | null
}) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const deleted = useRef(false)

  async function confirm() {
    setPending(true)
    setFailure('')
    try {
      await onDelete()
      deleted.current = true
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
      title={`Delete this ${noun}?`}
      description={deleteWarnings[noun]}
      focusAfter={() => (deleted.current ? (focusAfterDelete?.() ?? null) : null)}
      actions={
        <>
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button variant="destructive" loading={pending} onClick={() => void confirm()}>
            {pending ? 'Deleting...' : 'Delete'}
          </Button>
        </>
      }
    >
      {failure && <FormAlert>{failure}</FormAlert>}
    </Dialog>
  )
}
