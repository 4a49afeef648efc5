import { revealNames } from '@wtpu/contract/circles/on-demand/reveal-names'
import { type Reveal, reveals } from '@wtpu/contract/circles/reveals'
import { isOn } from '@wtpu/contract/site/parts'
import { OfStaff } from '#features/polls/board/of-staff.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { SelectField } from '#ui/form/fields.tsx'

export interface StaffChoices {
  reveal: Reveal
  show_turnout: boolean
  mailed_answers: boolean
}

const none: StaffChoices = { reveal: 'always', show_turnout: false, mailed_answers: true }

interface Props {
  /** Undefined until something was chosen. */
  choices: StaffChoices | undefined
  onChange: (choices: StaffChoices) => void
}

/** When the results are shown, and whether readers of articles answer: what staff decide for their polls. Others see nothing. */
export function StaffFields(props: Props) {
  return (
    <OfStaff>
      <Fields {...props} />
    </OfStaff>
  )
}

function Fields({ choices = none, onChange }: Props) {
  const change = (changes: Partial<StaffChoices>) => onChange({ ...choices, ...changes })
  return (
    <div>
      <SelectField
        label="Results are shown"
        value={choices.reveal}
        onChange={({ target }) => change({ reveal: reveals.find((reveal) => reveal === target.value) ?? 'always' })}
      >
        {reveals.map((reveal) => (
          <option key={reveal} value={reveal}>
            {revealNames[reveal]}
          </option>
        ))}
      </SelectField>
      {choices.reveal !== 'always' && (
        <Checkbox
          label="Show how many have answered while the results are hidden"
          checked={choices.show_turnout}
          onChange={({ target }) => change({ show_turnout: target.checked })}
        />
      )}
      {isOn('mailed-answers') && (
        <Checkbox
          label="Readers of an article can answer by email"
          checked={choices.mailed_answers}
          onChange={({ target }) => change({ mailed_answers: target.checked })}
        />
      )}
    </div>
  )
}
