import { findNoOpinions } from '@wtpu/contract/polls/no-opinion'
import { trimInvisible } from '@wtpu/contract/schemas'
import { useId, type ReactNode } from 'react'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { FieldError } from '#ui/form/field-error.tsx'

interface Option {
  key: number
  text: string
}

/** What the author chose, by the keys of options. Other options are no opinion if their words say so. */
export type NoOpinionChoices = Readonly<Record<number, boolean>>

export function noOpinionsOf<Choice extends Option>(
  options: readonly Choice[],
  choices: NoOpinionChoices = {},
): readonly Choice[] {
  const byWords = findNoOpinions(options.map(({ text }) => text))
  return options.filter(({ key }, index) => choices[key] ?? byWords[index])
}

const consequence = 'counted, but left out where opinions are compared'

/** Says which options are no opinion, below those that were typed. */
export function NoOpinionNote({ options, choices }: { options: readonly Option[]; choices?: NoOpinionChoices }) {
  const marked = noOpinionsOf(options, choices)
  return (
    <output className="block text-sm text-soft empty:hidden">
      {marked.length > 0 && `No opinion: ${marked.map(({ text }) => `“${text.trim()}”`).join(', ')} (${consequence}).`}
    </output>
  )
}

const none: readonly number[] = []

/** A checkbox for each option. Those that mean yea and nay are opinions. */
export function NoOpinionFields({
  options,
  choices,
  opinions = none,
  onChange,
  error,
  hideLegend = false,
}: {
  options: readonly Option[]
  choices?: NoOpinionChoices
  /** Keys of options that cannot be marked. */
  opinions?: readonly number[]
  onChange: (choices: NoOpinionChoices) => void
  error?: ReactNode
  /** Where a heading says the same. */
  hideLegend?: boolean
}) {
  const errorId = useId()
  const offered = options.filter(({ key, text }) => trimInvisible(text) !== '' && !opinions.includes(key))
  if (offered.length === 0) return null
  const marked = noOpinionsOf(options, choices)
  const wrong = error ? (offered.find((option) => marked.includes(option)) ?? offered[0]) : undefined
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className={hideLegend ? 'sr-only' : 'text-sm font-semibold'}>Options of no opinion</legend>
      <p className="text-sm text-soft">Such as “Not sure”: {consequence}. This cannot change after the first vote.</p>
      {offered.map((option) => (
        <Checkbox
          key={option.key}
          name={`no-opinion-${option.key}`}
          label={<span className="wrap-anywhere">{option.text}</span>}
          checked={marked.includes(option)}
          data-invalid={option === wrong ? '' : undefined}
          onChange={({ target }) => onChange({ ...choices, [option.key]: target.checked })}
        />
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
