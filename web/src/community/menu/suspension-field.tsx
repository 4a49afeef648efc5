import { suspensionDays } from '@wtpu/contract/moderation/cases'
import { SelectField } from '#ui/form/fields.tsx'

export type SuspensionDays = (typeof suspensionDays)[number]

/** How long a suspension lasts. */
export function SuspensionField({
  days,
  onChange,
}: {
  days: SuspensionDays
  onChange: (days: SuspensionDays) => void
}) {
  return (
    <SelectField
      label="For how long"
      value={days}
      onChange={({ target }) => onChange(suspensionDays.find((count) => String(count) === target.value) ?? days)}
    >
      {suspensionDays.map((count) => (
        <option key={count} value={count}>
          {daysName(count)}
        </option>
      ))}
    </SelectField>
  )
}

export const daysName = (count: SuspensionDays) => (count === 1 ? '1 day' : `${count} days`)
