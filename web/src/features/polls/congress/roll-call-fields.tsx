import { describeRollCall } from '@wtpu/contract/on-demand/roll-call-sentence'
import type { ListedRollCall } from '@wtpu/contract/roll-calls'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { dayName } from '#lib/dates.ts'
import { rollCallName } from '#community/congress/roll-call-link.tsx'
import { Combobox, type ComboboxItem } from '#ui/on-demand/combobox.tsx'
import { SelectField } from '#ui/form/fields.tsx'
import { stopWordsMessage } from '#community/search-advice.tsx'
import { rollCallQuery, rollCallSearchQuery } from './congress-api.ts'
import { useDebounced } from '../politician-select/politician-select.tsx'

/** A roll call about the same question, and the options that mean yes and no. They are keys of options. */
export interface Tie {
  rollCall: number
  yea: number
  nay: number
}

/** Ties a poll to a vote of Congress. */
export function RollCallFields({
  tie,
  options,
  onChange,
  errorOf,
}: {
  tie: Tie | undefined
  options: readonly { key: number; text: string }[]
  onChange: (tie: Tie | undefined) => void
  errorOf: (field: string) => ReactNode
}) {
  return (
    <>
      <RollCallSelect
        value={tie?.rollCall}
        onChange={(rollCall) =>
          onChange(
            rollCall === undefined
              ? undefined
              : { yea: options[0]?.key ?? 1, nay: options[1]?.key ?? 2, ...tie, rollCall },
          )
        }
        error={errorOf('roll_call')}
      />
      {tie && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(['yea', 'nay'] as const).map((position) => (
            <SelectField
              key={position}
              label={position === 'yea' ? 'Option that means yes' : 'Option that means no'}
              name={`roll_call_${position}`}
              value={options.some(({ key }) => key === tie[position]) ? String(tie[position]) : ''}
              onChange={({ target }) => onChange({ ...tie, [position]: Number(target.value) })}
              error={position === 'yea' ? errorOf('roll_call_options') : undefined}
            >
              <option value="">Choose an option</option>
              {options.map(({ key, text }, index) => (
                <option key={key} value={String(key)}>
                  {text.trim() || `Option ${index + 1}`}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      )}
    </>
  )
}

function RollCallSelect({
  value,
  onChange,
  error,
}: {
  value: number | undefined
  onChange: (id: number | undefined) => void
  error: ReactNode
}) {
  const selected = useQuery({ ...rollCallQuery(value ?? 0), enabled: value !== undefined })
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const found = useQuery({ ...rollCallSearchQuery(useDebounced(text.trim())), enabled: opened })
  // A vote for a name answers no question of yes and no, and of some motions a yes is against what they are about.
  const items =
    found.data?.results
      .filter((rollCall) => rollCall.yeas !== null && describeRollCall(rollCall).against === null)
      .map(toItem) ?? []
  return (
    <Combobox
      label="Vote of Congress"
      placeholder="None"
      hint="If Congress voted on the same question, voters can compare. This cannot change after the first vote."
      error={error}
      selected={value === undefined ? null : selectedItem(value, selected.data, selected.isError)}
      items={items}
      status={stopWordsMessage(text) ?? statusText(found.isPending, found.isError, items.length)}
      onOpen={() => setOpened(true)}
      onSearch={setText}
      onSelect={(item) => {
        setText('')
        onChange(item?.id)
      }}
    />
  )
}

function selectedItem(id: number, found: ListedRollCall | undefined, failed: boolean): ComboboxItem {
  return found ? toItem(found) : { id, name: failed ? `Roll call ${id}` : 'Loading...' }
}

function toItem(rollCall: ListedRollCall): ComboboxItem {
  const { id, bill, title, date } = rollCall
  return {
    id,
    name: bill !== null && bill !== title ? `${bill}: ${title}` : title,
    note: `${describeRollCall(rollCall).question}. ${rollCallName(rollCall)}, ${dayName(date)}`,
  }
}

function statusText(pending: boolean, failed: boolean, count: number): string | undefined {
  if (pending) return 'Loading votes of Congress...'
  if (failed && count === 0) return 'The votes of Congress could not be loaded.'
  return count === 0 ? 'No votes of Congress found' : undefined
}
