import { type Appeal, sentenceMaxLength, type StaffAction } from '@wtpu/contract/moderation/cases'
import { decisionName, kindName, ruleName } from '@wtpu/contract/moderation/on-demand/names'
import { useState } from 'react'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { fillIn } from '#ui/form/on-demand/use-form.tsx'
import { useUndo } from './api.ts'
import { Unsent, useAnswerDraft } from './unsent.tsx'

const undoable = new Set(['keep', 'remove', 'warn', 'suspend', 'block', 'lock'])

/** A decision of a moderator, with its appeal once that is decided. */
export function ActionRow({ action, canUndo = false }: { action: StaffAction; canUndo?: boolean }) {
  const [undoing, setUndoing] = useState(false)
  const [reason, setReason] = useState('')
  const undo = useUndo(action)
  return (
    <>
      <span className="font-semibold">{decisionName(action)}</span>{' '}
      <span className="text-sm text-soft">
        {kindName(action.kind)} · {action.actor} · <RelativeTime at={action.created_at} preset="forum" />
        {action.undone && ' · undone'}
      </span>
      {action.sentence && <p className="mt-1 wrap-anywhere">{action.sentence}</p>}
      {action.rule !== null && <p className="text-sm text-soft">Guideline {ruleName(action.rule)}</p>}
      {action.appeal && action.appeal.granted !== null && <DecidedAppeal appeal={action.appeal} />}
      {canUndo && !action.undone && undoable.has(action.action) && (
        <Button variant="secondary" size="small" className="mt-2" onClick={() => setUndoing(true)}>
          Undo
        </Button>
      )}
      <ConfirmDialog
        open={undoing}
        onOpenChange={setUndoing}
        title="Undo this decision?"
        description="What it hid is shown again, and the author is notified."
        confirmLabel="Undo"
        pendingLabel="Undoing..."
        wrong={{ reason: reason.trim() === '' && fillIn }}
        onConfirm={() => undo.mutateAsync(reason)}
      >
        {(error) => (
          <TextArea
            label="Sentence to the author"
            rows={3}
            value={reason}
            limit={sentenceMaxLength}
            error={error('reason')}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </ConfirmDialog>
    </>
  )
}

function DecidedAppeal({ appeal }: { appeal: Appeal }) {
  const [unsent] = useAnswerDraft(appeal.id)
  return (
    <div className="mt-2 border-l-2 border-line pl-3">
      <p className="text-sm font-semibold">{appeal.granted ? 'Appeal granted' : 'Appeal not granted'}</p>
      <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line text-soft">
        {appeal.text}
      </p>
      <p className="mt-1 wrap-anywhere">{appeal.answer}</p>
      <Unsent text={unsent} />
    </div>
  )
}
