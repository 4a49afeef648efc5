import { characterCount } from '@wtpu/contract/characters'
import { maxOptions, minOptions, optionMaxLength } from '@wtpu/contract/polls/polls'
import { comparisonKey } from '@wtpu/contract/writing/on-demand/comparison-key'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { OptionField } from './poll-form.tsx'

type TypedOptions = { key: number; text: string }[]

/** The index of the option to show the server's `options` error at: the first duplicate or too long one, else 0. */
function invalidOptionIndex(options: TypedOptions): number {
  const texts = options.map(({ text }) => comparisonKey(text))
  const index = texts.findIndex(
    (text, at) => text !== '' && (texts.indexOf(text) < at || characterCount(text) > optionMaxLength),
  )
  return Math.max(0, index)
}

/** Two to five option fields. The first two cannot be removed. */
export function OptionFields({
  options,
  onChange,
  errorOf,
}: {
  options: TypedOptions
  onChange: (options: TypedOptions) => void
  errorOf: (field: string) => ReactNode
}) {
  const list = useRef<HTMLFieldSetElement>(null)
  /** Renders synchronously, because focus that moves a frame later could interrupt typing in another field. */
  const changeAndFocus = (next: TypedOptions, index: number) => {
    flushSync(() => onChange(next))
    list.current?.querySelectorAll('input')[index]?.focus()
  }
  const invalidIndex = invalidOptionIndex(options)
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
          error={errorOf(`option-${index + 1}`) ?? (index === invalidIndex && errorOf('options'))}
          onChange={(typed) => onChange(options.map((option) => (option.key === key ? { key, text: typed } : option)))}
          action={
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
