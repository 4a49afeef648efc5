import { sentenceMaxLength, type StaffAction } from '@wtpu/contract/moderation/cases'
import { decisionName } from '@wtpu/contract/moderation/on-demand/names'
import { useLastError } from '#lib/api/query-errors.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { fillIn } from '#ui/form/on-demand/use-form.tsx'
import { useWrongFields } from '#ui/form/wrong-fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useDecideAppeal } from './api.ts'
import type { Outcome } from './decision-form.tsx'
import { useAnswerDraft } from './unsent.tsx'

/** Grants or rejects an appeal, with an answer. */
export function AppealForm({
  action,
  obstacle,
  onDecided,
  onConflict,
}: Outcome & {
  action: StaffAction
  obstacle: string | null
}) {
  const { appeal } = action
  const [answer, setAnswer] = useAnswerDraft(appeal?.id)
  const decide = useDecideAppeal(action)
  const error = useLastError(decide)
  const fields = useWrongFields({ answer: answer.trim() === '' && fillIn })
  if (!appeal) return null
  const send = (granted: boolean) => {
    if (decide.isPending || !fields.check()) return
    decide.mutate(
      { granted, answer },
      {
        onSuccess: () => {
          setAnswer('')
          fields.forget()
          onDecided()
        },
        onError: ({ status }) => status === 409 && onConflict(),
      },
    )
  }
  return (
    <div>
      <h3 className="mb-2 font-sans text-base font-semibold">Appeal against “{decisionName(action)}”</h3>
      <p dir="auto" className="mb-4 wrap-anywhere whitespace-pre-line">
        {appeal.text}
      </p>
      {obstacle === null ? (
        <div {...fields.props} className="grid gap-4">
          <TextArea
            label="Answer"
            rows={3}
            value={answer}
            limit={sentenceMaxLength}
            error={fields.error('answer') || error?.fields['answer']?.[0]}
            onChange={(event) => setAnswer(event.target.value)}
          />
          {error && !error.fields['answer'] && <FormAlert pending={decide.isPending}>{error.message}</FormAlert>}
          <div className="flex flex-wrap gap-3">
            <Button loading={decide.isPending} onClick={() => send(true)}>
              Grant
            </Button>
            <Button variant="secondary" loading={decide.isPending} onClick={() => send(false)}>
              Reject
            </Button>
          </div>
        </div>
      ) : (
        <p className="text-soft">{obstacle}</p>
      )}
    </div>
  )
}
