import type { ContentDecision } from '@wtpu/contract/moderation/cases'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { decisionErrors, DecisionFields, emptyDecision, useDecisionDraft } from './decision-fields.tsx'

/** Asks a moderator for the guideline and a sentence to the author. Stays open with both if the action fails. */
export function DecisionDialog({
  content,
  send,
  ...dialog
}: {
  content: Pick<ContentDecision, 'kind' | 'id'>
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  confirmLabel: string
  pendingLabel: string
  /** If this rejects, the dialog shows the message. */
  send: (decision: Pick<ContentDecision, 'rule' | 'sentence'>) => Promise<unknown>
}) {
  const [draft, setDraft] = useDecisionDraft(content)
  const { rule, sentence } = draft
  return (
    <ConfirmDialog
      {...dialog}
      wrong={decisionErrors(draft)}
      onConfirm={async () => {
        await send({ rule: Number(rule), sentence: sentence.trim() })
        setDraft(emptyDecision)
      }}
    >
      {(error) => (
        <div className="grid gap-4">
          <DecisionFields draft={draft} onChange={setDraft} errorOf={error} />
        </div>
      )}
    </ConfirmDialog>
  )
}
