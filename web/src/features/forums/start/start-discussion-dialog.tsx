import type { Discussion } from '@wtpu/contract/forums/discussions'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { createFailure } from '#features/forums/messages.ts'
import { DiscussionFields, isTooLong } from './discussion-fields.tsx'
import { missingText } from './draft.ts'
import { useStartForm } from './use-start-form.ts'

const placeholders = {
  title: 'What do you want to discuss?',
  description: 'Make your case: what do you think, and why?',
}

/** The draft survives closing the dialog, a failure and a reload. */
export function StartDiscussionDialog({
  open,
  onOpenChange,
  onStarted,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  onStarted: (discussion: Discussion) => void
}) {
  const { form, focusAfter } = useStartForm(open, (discussion) => {
    onStarted(discussion)
    onOpenChange(false)
  })
  const { id, values: draft, failure, isPending } = form
  const text = failure && createFailure(failure)
  const missing = missingText(draft)
  const blocked = missing !== '' || isTooLong(draft)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Start New Discussion"
      wide
      focusAfter={focusAfter}
      actions={
        <>
          {missing && (
            <p id={`${id}-missing`} className="mr-auto self-center text-sm text-soft max-sm:w-full">
              {missing}
            </p>
          )}
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            loading={isPending}
            disabled={blocked}
            aria-describedby={missing ? `${id}-missing` : undefined}
            title={isTooLong(draft) ? 'A text is too long.' : undefined}
          >
            {isPending ? 'Starting...' : 'Start Discussion'}
          </Button>
        </>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        <DiscussionFields
          draft={draft}
          edit={form.edit}
          errorOf={form.error}
          readOnly={isPending}
          rows={8}
          placeholders={placeholders}
        />
        {text && (
          <FormAlert pending={isPending}>
            <span className="block">{text.title}</span>
            <span className="block font-normal">{text.description}</span>
          </FormAlert>
        )}
        {failure && resendAction(failure)}
      </form>
    </Dialog>
  )
}
