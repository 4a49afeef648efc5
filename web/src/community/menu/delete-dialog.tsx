import { useRef } from 'react'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { deleteWarnings, type Noun } from './messages.ts'

/** Asks before content is deleted. */
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
  const deleted = useRef(false)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete this ${noun}?`}
      description={deleteWarnings[noun]}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      onConfirm={async () => {
        await onDelete()
        deleted.current = true
      }}
      focusAfter={() => (deleted.current ? (focusAfterDelete?.() ?? null) : null)}
    />
  )
}
