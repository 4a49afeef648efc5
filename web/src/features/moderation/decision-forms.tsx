import {
  type Case,
  type DecisionAction,
  sentenceMaxLength,
  type StaffAction,
  suspensionDays,
} from '@wtpu/contract/moderation/cases'
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent, type RefObject } from 'react'
import { DecisionFields, emptyDecision, useDecisionDraft } from '#community/menu/decision-fields.tsx'
import { useLastError } from '#lib/api/query-errors.ts'
import { onShortcuts } from '#lib/shortcuts.ts'
import { shortcuts } from '#lib/stored-switch.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { SelectField, TextArea } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { FormErrors } from '#ui/form/form-errors.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useDecide, useDecideAppeal } from './api.ts'
import { useAnswerDraft } from './unsent.tsx'
import { decisionName } from '@wtpu/contract/moderation/names'

interface Choice {
  action: DecisionAction
  /** Chooses it by keyboard. */
  letter: string
  label: string
}

const choices: readonly Choice[] = [
  { action: 'keep', letter: 'e', label: 'Keep' },
  { action: 'remove', letter: 'r', label: 'Remove' },
  { action: 'warn', letter: 'w', label: 'Warn' },
  { action: 'suspend', letter: 's', label: 'Suspend' },
  { action: 'block', letter: 'b', label: 'Block' },
  { action: 'lock', letter: 'l', label: 'Lock' },
]

function isPossible({ kind, author }: Case, action: DecisionAction): boolean {
  if (action === 'remove') return kind !== 'user'
  if (action === 'lock') return kind === 'discussion'
  return action === 'keep' || author !== null
}

interface Outcome {
  onDecided: () => void
  /** Another moderator was faster, so the form will be removed. */
  onConflict: () => void
}

/** What to decide, by which guideline, and a sentence to the author. A letter chooses the action. */
export function DecisionForm({
  found,
  onDecided,
  onConflict,
  panes,
}: Outcome & { found: Case; panes: RefObject<HTMLElement | null> }) {
  const [action, setAction] = useState<DecisionAction>()
  const [draft, setDraft] = useDecisionDraft({ kind: found.kind, id: found.content_id })
  const [days, setDays] = useState('7')
  const form = useRef<HTMLFormElement>(null)
  const decide = useDecide(found.id)
  const name = useId()
  const possible = choices.filter((choice) => isPossible(found, choice.action))
  const choose = useEffectEvent((chosen: DecisionAction) => {
    if (!isPossible(found, chosen)) return
    setAction(chosen)
    form.current?.querySelector<HTMLElement>(`input[value="${chosen}"]`)?.focus()
  })
  const hasShortcuts = shortcuts.use()
  useEffect(() => {
    const keys = Object.fromEntries(choices.map((choice) => [choice.letter, () => choose(choice.action)]))
    return onShortcuts(keys, panes.current ?? undefined)
  }, [panes])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!action || decide.isPending) return
    const decision = {
      action,
      rule: draft.rule === '' ? null : Number(draft.rule),
      sentence: draft.sentence,
      ...(action === 'suspend' && { days: suspensionDays.find((count) => String(count) === days) }),
    }
    decide.mutate(decision, {
      onSuccess: () => {
        setDraft(emptyDecision)
        toast({ title: 'Decided', description: 'The author is told.', variant: 'success' })
        onDecided()
      },
      onError: ({ status }) => status === 409 && onConflict(),
    })
  }
  const error = useLastError(decide)
  const fields = error?.fields ?? {}
  return (
    <form ref={form} onSubmit={submit} aria-label="Decision">
      <fieldset className="mb-4">
        <legend className="mb-2 font-semibold">Decision</legend>
        <div className="flex flex-wrap gap-2">
          {possible.map((choice) => (
            <label
              key={choice.action}
              className={
                buttonClass({ variant: 'secondary', size: 'small' }) +
                ' cursor-pointer has-checked:bg-tint has-checked:text-accent'
              }
            >
              <input
                type="radio"
                name={name}
                value={choice.action}
                checked={action === choice.action}
                onChange={() => setAction(choice.action)}
                className="size-4 accent-accent"
              />
              {choice.label} {hasShortcuts && <kbd className="text-soft">{choice.letter}</kbd>}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4">
        {action === 'suspend' && (
          <SelectField label="For how long" value={days} onChange={(event) => setDays(event.target.value)}>
            {suspensionDays.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? '1 day' : `${count} days`}
              </option>
            ))}
          </SelectField>
        )}
        <DecisionFields
          draft={draft}
          onChange={setDraft}
          withoutRule={action === 'keep' ? 'None is broken' : undefined}
          errors={fields}
        />
        <FormErrors error={error}>
          {error && Object.keys(fields).length === 0 && (
            <FormAlert pending={decide.isPending}>{error.message}</FormAlert>
          )}
        </FormErrors>
        <div>
          <Button type="submit" disabled={!action} loading={decide.isPending}>
            Decide
          </Button>
        </div>
      </div>
    </form>
  )
}

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
  const decide = useDecideAppeal(appeal?.id ?? 0)
  const error = useLastError(decide)
  if (!appeal) return null
  const send = (granted: boolean) => {
    if (decide.isPending) return
    decide.mutate(
      { granted, answer },
      {
        onSuccess: () => {
          setAnswer('')
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
        <div className="grid gap-4">
          <TextArea
            label="Answer"
            rows={3}
            value={answer}
            limit={sentenceMaxLength}
            error={error?.fields['answer']?.[0]}
            onChange={(event) => setAnswer(event.target.value)}
          />
          {error && !error.fields['answer'] && <FormAlert pending={decide.isPending}>{error.message}</FormAlert>}
          <div className="flex flex-wrap gap-3">
            <Button disabled={answer.trim() === ''} loading={decide.isPending} onClick={() => send(true)}>
              Grant
            </Button>
            <Button
              variant="secondary"
              disabled={answer.trim() === ''}
              loading={decide.isPending}
              onClick={() => send(false)}
            >
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
