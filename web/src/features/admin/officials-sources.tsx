import { exampleOfOwnList } from '@wtpu/contract/site/officials'
import { useId, type ReactNode } from 'react'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { FileField } from './file-field.tsx'

export interface Chosen {
  from: 'network' | 'files'
  congress?: File[]
  governors?: File[]
  own?: File[]
}

interface Props {
  chosen: Chosen
  /** What is wrong without a file. */
  error: ReactNode
  disabled: boolean
  onChoose: (chosen: Chosen) => void
}

/** Where officials come from: the network, or files. */
export function OfficialsSources({ chosen, error, disabled, onChoose }: Props) {
  const file = (field: 'congress' | 'governors' | 'own') => ({
    disabled,
    onFiles: (files: File[]) => onChoose({ ...chosen, [field]: files.length > 0 ? files : undefined }),
  })
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">Where do they come from?</legend>
      <div className="grid gap-3 md:grid-cols-2">
        <Choice
          title="Congress and governors"
          text="All 50 states, from public records on the network."
          isChosen={chosen.from === 'network'}
          disabled={disabled}
          onChoose={() => onChoose({ from: 'network' })}
        />
        <Choice
          title="Files"
          text="Your own list as a CSV or Excel file: mayor, council, school board. Or public records that you downloaded."
          isChosen={chosen.from === 'files'}
          disabled={disabled}
          onChoose={() => onChoose({ from: 'files' })}
        />
      </div>
      {chosen.from === 'files' && (
        <div className="mt-6 grid gap-6">
          <FileField
            label="Your own list"
            hint="CSV or Excel, at most 5 MB"
            accept=".csv,.xlsx,text/csv"
            error={error}
            {...file('own')}
          >
            <p className="mt-2 text-sm text-soft">
              A list replaces the one before: officials who are not in the new one are shown as no longer in office. An
              official is found again by name and place, or by the id of the list. Who has no party has none here.
            </p>
            <Disclosure title="Example of a CSV file">
              <pre className="rounded-control bg-sunken p-3 text-sm wrap-anywhere whitespace-pre-wrap" translate="no">
                {exampleOfOwnList}
              </pre>
              <p className="mt-2 text-sm text-soft">
                The place is a state or any other name. The contact is an email address, the address of a form or a
                phone number. Party, contact and photo can be empty. A column “id” can name each person, or the address
                of a person’s page here.{' '}
                <a
                  className="text-link"
                  download="officials.csv"
                  href={`data:text/csv;charset=utf-8,${encodeURIComponent(exampleOfOwnList)}`}
                >
                  Download the example
                </a>
              </p>
            </Disclosure>
          </FileField>
          <FileField
            label="Congress"
            hint="legislators-current.json or .yaml of unitedstates/congress-legislators, at most 20 MB"
            accept=".json,.yaml,.yml,.gz"
            {...file('congress')}
          />
          <FileField
            label="Governors"
            hint="The .tar.gz of openstates/people, or its files data/<state>/executive/*.yml, at most 50 MB"
            accept=".yml,.yaml,.gz,.tgz"
            multiple
            {...file('governors')}
          />
        </div>
      )}
    </fieldset>
  )
}

function Choice({
  title,
  text,
  isChosen,
  disabled,
  onChoose,
}: {
  title: string
  text: string
  isChosen: boolean
  disabled: boolean
  onChoose: () => void
}) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 rounded-control border border-edge p-4 has-checked:border-brand has-checked:bg-tint/45"
    >
      <input
        id={id}
        type="radio"
        name="officials-from"
        className="mt-1 size-4 shrink-0 accent-brand"
        checked={isChosen}
        disabled={disabled}
        onChange={onChoose}
      />
      <span className="font-semibold">{title}</span>
      <span className="col-start-2 text-sm text-soft">{text}</span>
    </label>
  )
}
