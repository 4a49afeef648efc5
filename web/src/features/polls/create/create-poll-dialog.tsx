import {
  defaultDuration,
  descriptionMaxLength,
  durations,
  maxOptions,
  minOptions,
  optionMaxLength,
  type Poll,
} from '@wtpu/contract/polls'
import { trimmed } from '@wtpu/contract/text'
import { Plus, Trash2 } from 'lucide-react'
import { useId, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { useDraft } from '#lib/draft.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextArea } from '#ui/form/text-area.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useCreatePoll } from './create-api.ts'
import { RefusalAlert } from './refusal-alert.tsx'
import { createFailure, createIncomplete, incomplete, noProblems, type Problems } from './create-messages.ts'
import { useFocusAfterSuccess } from './focus-after-success.ts'
import { CategoryField, OptionField, QuestionField } from './poll-form-fields.tsx'
import { PoliticianSelect } from '#features/polls/politician-select/politician-select.tsx'

interface Draft {
  question: string
  category: string
  options: { key: number; text: string }[]
  duration: string
  description: string
  /** An id; empty for none. */
  politician: string
}

const empty: Draft = {
  question: '',
  category: '',
  options: [
    { key: 1, text: '' },
    { key: 2, text: '' },
  ],
  duration: String(defaultDuration),
  description: '',
  politician: '',
}

/** Specification 5, create poll. The draft outlives the dialog and the page, so that a slip of the finger loses nothing. */
export function CreatePollDialog({
  open,
  onOpenChange,
  onCreated,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated: (poll: Poll) => void
}) {
  const [draft, setDraft] = useDraft('create-poll', empty)
  const [more, setMore] = useState(draft.description !== '' || draft.politician !== '')
  const [problems, setProblems] = useState(noProblems)
  const form = useId()
  const { fields } = problems
  const create = useCreatePoll(() => setDraft(empty))
  // The new poll's card takes the focus from there when it is loaded (target-poll.ts).
  const outcome = useFocusAfterSuccess(open, () => document.querySelector('main'))
  const edit = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    setProblems(noProblems)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (create.isPending) return
    const options = draft.options.map(({ text }) => trimmed(text)).filter(Boolean)
    const missing = missingFields(draft)
    if (missing.length > 0) {
      setProblems(incomplete(createIncomplete, missing))
      return
    }
    setProblems(noProblems)
    const { question, description } = draft
    const politician = draft.politician === '' ? undefined : Number(draft.politician)
    const given = { question, description, politician, options }
    create.mutate(
      { ...given, category: Number(draft.category), duration_days: Number(draft.duration) },
      {
        onSuccess: (poll) => {
          toast({ title: 'Poll created', description: poll.question, variant: 'success' })
          if (outcome.succeed()) onCreated(poll)
          onOpenChange(false)
        },
        onError: (failure) => {
          const refused = createFailure(failure)
          if (refused.fields['description'] ?? refused.fields['politician']) setMore(true)
          setProblems(refused)
        },
      },
    )
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create New Poll"
      focusAfter={outcome.focusAfter}
      description="Open to every citizen at once, and final: its text cannot be changed."
      actions={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={create.isPending}>
            {create.isPending ? 'Creating...' : 'Create Poll'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <QuestionField value={draft.question} onChange={(question) => edit({ question })} error={fields['question']} />
        <Options options={draft.options} onChange={(options) => edit({ options })} errors={fields} />
        <div className="grid gap-4 sm:grid-cols-2">
          <CategoryField
            value={draft.category}
            onChange={(category) => edit({ category })}
            error={fields['category']}
          />
          <SelectField
            label="Duration"
            name="duration_days"
            value={draft.duration}
            onChange={(event) => edit({ duration: event.target.value })}
            error={fields['duration_days']}
          >
            {durations.map((days) => (
              <option key={days} value={String(days)}>
                {days === 1 ? '1 day' : `${days} days`}
              </option>
            ))}
          </SelectField>
        </div>
        <details open={more} onToggle={(event) => setMore(event.currentTarget.open)}>
          <summary className="flex min-h-11 cursor-pointer items-center text-link">Add details (optional)</summary>
          <div className="mt-2 flex flex-col gap-4">
            <TextArea
              label="Description"
              name="description"
              rows={3}
              limit={descriptionMaxLength}
              value={draft.description}
              onChange={(event) => edit({ description: event.target.value })}
              error={fields['description']}
            />
            <PoliticianSelect
              placeholder="About no politician"
              value={draft.politician === '' ? undefined : Number(draft.politician)}
              onChange={(politician) => edit({ politician: String(politician ?? '') })}
              error={fields['politician']}
            />
          </div>
        </details>
        <RefusalAlert problems={problems} />
      </form>
    </Dialog>
  )
}

/** By the names that `fields` has: what the form cannot be sent without. */
function missingFields({ question, options, category }: Draft): string[] {
  const blank = options.flatMap(({ text }, index) => (trimmed(text) === '' ? `option-${index + 1}` : []))
  const wanted = Math.max(0, minOptions - (options.length - blank.length))
  return [
    ...(trimmed(question) === '' ? ['question'] : []),
    ...blank.slice(0, wanted),
    ...(category === '' ? ['category'] : []),
  ]
}

/** Where the server's word on the options belongs: at the one that repeats another or is too long, else at the first. */
function faultyOption(options: Draft['options']): number {
  const texts = options.map(({ text }) => trimmed(text).toLowerCase())
  const at = texts.findIndex(
    (text, index) => text !== '' && (texts.indexOf(text) < index || Array.from(text).length > optionMaxLength),
  )
  return Math.max(0, at)
}

/** Two to five; the first two stay. */
function Options({
  options,
  onChange,
  errors,
}: {
  options: Draft['options']
  onChange: (options: Draft['options']) => void
  errors: Problems['fields']
}) {
  const list = useRef<HTMLFieldSetElement>(null)
  /** Rendered at once, so that the focus moves now: moved a frame later, it could interrupt typing in another field. */
  const changeAndFocus = (next: Draft['options'], index: number) => {
    flushSync(() => onChange(next))
    list.current?.querySelectorAll('input')[index]?.focus()
  }
  const faulty = faultyOption(options)
  function add() {
    const key = Math.max(...options.map((option) => option.key)) + 1
    changeAndFocus([...options, { key, text: '' }], options.length)
  }
  function remove(index: number) {
    changeAndFocus(
      options.filter((_, at) => at !== index),
      index - 1,
    )
  }
  return (
    <fieldset ref={list} className="flex flex-col gap-3">
      <legend className="sr-only">Options</legend>
      {options.map(({ key, text }, index) => (
        <OptionField
          key={key}
          number={index + 1}
          value={text}
          error={errors[`option-${index + 1}`] ?? (index === faulty ? errors['options'] : undefined)}
          onChange={(typed) => onChange(options.map((one) => (one.key === key ? { key, text: typed } : one)))}
          beside={
            index >= minOptions && (
              <Button variant="ghost" aria-label={`Remove option ${index + 1}`} onClick={() => remove(index)}>
                <Trash2 aria-hidden className="size-4" />
              </Button>
            )
          }
        />
      ))}
      <div>
        <Button variant="secondary" size="small" disabled={options.length >= maxOptions} onClick={add}>
          <Plus aria-hidden className="size-4" />
          {`Add More Option (${options.length}/${maxOptions})`}
        </Button>
      </div>
    </fieldset>
  )
}
