import { useState, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useWrongFields, type WrongFields } from '#ui/form/wrong-fields.tsx'
import { Dialog } from './dialog.tsx'

const nothingWrong: WrongFields = {}

/** Asks before an action that cannot be undone. Shows why the action failed and stays open, so that it can be repeated. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  pendingLabel,
  confirmVariant = 'destructive',
  wrong = nothingWrong,
  onConfirm,
  focusAfter,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  confirmLabel: string
  pendingLabel: string
  /** `primary` for what can be undone. */
  confirmVariant?: 'primary' | 'destructive'
  /** What is wrong with the fields. A press shows it there instead of confirming. */
  wrong?: WrongFields
  /** If this rejects, the dialog shows the message. */
  onConfirm: () => Promise<unknown>
  focusAfter?: () => Element | null
  /** Fields between the description and the buttons. They show their errors. */
  children?: ReactNode | ((error: (field: string) => ReactNode) => ReactNode)
}) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const fields = useWrongFields(wrong)

  async function confirm() {
    if (!fields.check()) return
    setPending(true)
    try {
      await onConfirm()
      setOpen(false)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '')
    } finally {
      setPending(false)
    }
  }
  function setOpen(next: boolean) {
    setFailure('')
    fields.forget()
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={title}
      description={description}
      focusAfter={focusAfter}
      actions={
        <>
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button variant={confirmVariant} loading={pending} onClick={() => void confirm()}>
            {pending ? pendingLabel : confirmLabel}
          </Button>
        </>
      }
    >
      {failure && (
        <div className="not-last:mb-4">
          <FormAlert pending={pending}>{failure}</FormAlert>
        </div>
      )}
      {typeof children === 'function' ? <div {...fields.props}>{children(fields.error)}</div> : children}
    </Dialog>
  )
}
