import type { Case } from '@wtpu/contract/moderation/cases'
import { defaultTextAction, type TextAction } from '@wtpu/contract/moderation/decided'
import { rules } from '@wtpu/contract/moderation/on-demand/rules'
import { useEffect, useEffectEvent, useId, useState, type RefObject } from 'react'
import {
  DecisionFields,
  emptyDecision,
  takeNextOffer,
  decisionDraftName,
  SuspensionField,
  type SuspensionDays,
} from '#community/menu/decision-fields.tsx'
import { onShortcuts } from '#lib/small/shortcuts.ts'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useDecide } from './api.ts'
import { missingOf, personChoices, type PersonAction, sentenceOf, textChoices } from './choices.ts'

export interface Outcome {
  onDecided: () => void
  /** Another moderator was faster, so the form will be removed. */
  onConflict: () => void
}

function decisionOf(text: TextAction | undefined, person: PersonAction | undefined) {
  if (person === undefined || person === 'nothing') return { action: text ?? ('keep' as const) }
  return { action: person, ...(text !== undefined && text !== defaultTextAction(person) && { text_action: text }) }
}

/** What becomes of the text and of its author, by which guideline, and a sentence to the author. Keys choose, too. */
export function DecisionForm({
  found,
  onDecided,
  onConflict,
  panes,
}: Outcome & { found: Case; panes: RefObject<HTMLElement | null> }) {
  const texts = textChoices(found)
  const people = personChoices(found)
  const [text, setText] = useState<TextAction>()
  const [person, setPerson] = useState<PersonAction | undefined>(texts.length > 0 ? 'nothing' : undefined)
  const [days, setDays] = useState<SuspensionDays>(7)
  const missing = missingOf(found, { text, person })
  const decision = decisionOf(text, person)
  const isKeeping = missing === undefined && decision.action === 'keep'
  const form = useForm(useDecide(found.id), {
    empty: emptyDecision,
    draft: decisionDraftName({ kind: found.kind, id: found.content_id }),
    input: ({ rule, sentence }) => ({
      ...decision,
      rule: rule === '' ? null : Number(rule),
      sentence,
      ...(person === 'suspend' && { days }),
    }),
    onSuccess: () => {
      toast({ title: 'Decided', description: 'It is in the public log.', variant: 'success' })
      onDecided()
    },
    onFailure: ({ status }) => status === 409 && onConflict(),
  })
  const press = useEffectEvent((key: string) => {
    const chosenText = texts.find(({ letter }) => letter === key)
    const chosenPerson = people.find(({ letter }) => letter === key)
    if (chosenText) setText(chosenText.value)
    if (chosenPerson) setPerson(chosenPerson.value)
    form.props.ref.current?.querySelector<HTMLElement>(`input[data-key="${key}"]`)?.focus()
    if (rules[Number(key) - 1]) form.edit({ rule: key })
  })
  const offer = useEffectEvent(() => form.edit(takeNextOffer(form.values, isKeeping)))
  useEffect(() => {
    const keys = ['e', 'r', 'l', 'n', 'w', 's', 'b', ...rules.map((_, index) => String(index + 1))]
    const choosing = Object.fromEntries(keys.map((key) => [key, () => press(key)]))
    return onShortcuts({ ...choosing, o: () => offer() }, panes.current ?? undefined)
  }, [panes])

  return (
    // The form has no box of its own, so that its foot can stay at the bottom of the whole case.
    <form {...form.props} aria-label="Decision" className="contents">
      <div className="grid gap-4">
        {texts.length > 0 && (
          <Picks
            legend={people.length > 1 ? '1. The text' : 'The text'}
            choices={texts}
            value={text}
            onChange={setText}
          />
        )}
        {people.length > 1 && (
          <Picks
            legend={texts.length > 0 ? '2. The person' : 'The person'}
            choices={people}
            value={person}
            onChange={setPerson}
          />
        )}
        {person === 'suspend' && <SuspensionField days={days} onChange={setDays} />}
        <DecisionFields
          draft={form.values}
          onChange={(draft) => form.edit(draft)}
          isKeeping={isKeeping}
          hint={
            found.author
              ? `${isKeeping && !found.hidden ? '' : `${found.author.name} reads this. `}It is in the public log, without names.`
              : 'It is in the public log.'
          }
          errorOf={form.error}
        />
        {form.alert}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 max-lg:-mb-1 lg:sticky lg:bottom-0 lg:bg-surface lg:-mx-6 lg:px-6">
        <p id={`${form.id}-what`} aria-live="polite" className="flex-[1_1_12rem] text-sm leading-snug">
          {missing ?? (
            <>
              <strong className="font-semibold">{sentenceOf(found, { text, person, days })}</strong>{' '}
              <span className="text-soft">
                {!isKeeping && found.author && `${found.author.name} can appeal. `}The next case opens.
              </span>
            </>
          )}
        </p>
        <Button
          type="submit"
          size="large"
          disabled={missing !== undefined}
          aria-describedby={`${form.id}-what`}
          loading={form.isPending}
        >
          Decide
        </Button>
      </div>
    </form>
  )
}

interface PicksProps<Value extends string> {
  legend: string
  choices: readonly { value: Value; letter: string; label: string; says: string }[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** One part of the decision: what can be chosen, and what follows from it. */
function Picks<Value extends string>({ legend, choices, value, onChange }: PicksProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="grid min-h-13 cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 rounded-control border border-edge bg-surface px-3 py-2 leading-snug font-semibold hover:bg-sunken has-checked:border-accent has-checked:bg-tint"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              data-key={choice.letter}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              className="row-span-2 size-4 accent-accent"
            />
            {choice.label} <span className="col-start-2 text-sm font-normal text-soft">{choice.says}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
