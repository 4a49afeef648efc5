import {
  defaultDuration,
  descriptionMaxLength,
  durations,
  maxOptions,
  minOptions,
  type Poll,
} from '@wtpu/contract/polls'
import { trimmed } from '@wtpu/contract/text'
import { Plus, Trash2 } from 'lucide-react'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useDraft } from '#lib/draft.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { toast } from '#ui/toast.tsx'
import { useCreatePoll } from './create-api.ts'
import { FailureAlert } from './failure-alert.tsx'
import { createFailureLines, createIncomplete } from './create-messages.ts'
import { useOutcome } from './outcome.ts'
import { CategoryField, OptionField, QuestionField } from './poll-form-fields.tsx'
import { PoliticianSelect } from './politician-select.tsx'

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
  const [problems, setProblems] = useState<readonly string[]>([])
  const form = useId()
  const create = useCreatePoll(() => setDraft(empty))
  // The new poll's card takes the focus from there when it is loaded (target-poll.ts).
  const outcome = useOutcome(open, () => document.querySelector('main'))
  const edit = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    setProblems([])
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (create.isPending) return
    const options = draft.options.map(({ text }) => trimmed(text)).filter(Boolean)
    if (trimmed(draft.question) === '' || options.length < minOptions || draft.category === '') {
      setProblems([createIncomplete])
      return
    }
    setProblems([])
    const { question, description } = draft
    const politician = draft.politician === '' ? undefined : Number(draft.politician)
    const given = { question, description, politician, options }
    create.mutate(
      { ...given, category: Number(draft.category), duration_days: Number(draft.duration) },
      {
        onSuccess: (poll) => {
          toast({ title: 'Poll created', description: poll.question, variant: 'success' })
          if (outcome.reach()) onCreated(poll)
          onOpenChange(false)
        },
        onError: (failure) => setProblems(createFailureLines(failure)),
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
        <QuestionField value={draft.question} onChange={(question) => edit({ question })} />
        <Options options={draft.options} onChange={(options) => edit({ options })} />
        <div className="grid gap-4 sm:grid-cols-2">
          <CategoryField value={draft.category} onChange={(category) => edit({ category })} />
          <SelectField
            label="Duration"
            name="duration_days"
            value={draft.duration}
            onChange={(event) => edit({ duration: event.target.value })}
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
            />
            <PoliticianSelect
              placeholder="About no politician"
              value={draft.politician === '' ? undefined : Number(draft.politician)}
              onChange={(politician) => edit({ politician: String(politician ?? '') })}
            />
          </div>
        </details>
        <FailureAlert lines={problems} />
      </form>
    </Dialog>
  )
}

/** Two to five; the first two stay. */
function Options({ options, onChange }: { options: Draft['options']; onChange: (options: Draft['options']) => void }) {
  const list = useRef<HTMLFieldSetElement>(null)
  const focus = (index: number) =>
    // After the field is there, or gone.
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus())
  function add() {
    onChange([...options, { key: Math.max(...options.map(({ key }) => key)) + 1, text: '' }])
    focus(options.length)
  }
  function remove(index: number) {
    onChange(options.filter((_, at) => at !== index))
    focus(index - 1)
  }
  return (
    <fieldset ref={list} className="flex flex-col gap-3">
      <legend className="sr-only">Options</legend>
      {options.map(({ key, text }, index) => (
        <OptionField
          key={key}
          number={index + 1}
          value={text}
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
