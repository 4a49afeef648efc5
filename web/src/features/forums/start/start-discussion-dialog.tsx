import type { Discussion } from '@wtpu/contract/forums/discussions'
import { useId, type SubmitEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { FormErrors } from '#ui/form/form-errors.tsx'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { createFailure } from '#features/forums/messages.ts'
import { DiscussionFields, isTooLong, noErrors } from './discussion-fields.tsx'
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
  const { draft, edit, failure, submit, isPending, focusAfter } = useStartForm(open, (discussion) => {
    onStarted(discussion)
    onOpenChange(false)
  })
  const form = useId()
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
            <p id={`${form}-missing`} className="mr-auto self-center text-sm text-soft max-sm:w-full">
              {missing}
            </p>
          )}
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            loading={isPending}
            disabled={blocked}
            aria-describedby={missing ? `${form}-missing` : undefined}
          >
            {isPending ? 'Starting...' : 'Start Discussion'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          if (!blocked) submit()
        }}
      >
        <DiscussionFields
          draft={draft}
          edit={edit}
          errors={failure?.fields ?? noErrors}
          readOnly={isPending}
          rows={8}
          placeholders={placeholders}
        />
        <FormErrors error={failure}>
          {text && (
            <FormAlert pending={isPending}>
              <span className="block">{text.title}</span>
              <span className="block font-normal">{text.description}</span>
            </FormAlert>
          )}
          {failure && resendAction(failure)}
        </FormErrors>
      </form>
    </Dialog>
  )
}
