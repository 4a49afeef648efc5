import { partyNames } from '@wtpu/contract/politicians'
import { positionNames, type RollCallCorrection } from '@wtpu/contract/roll-calls'
import { stateName } from '@wtpu/contract/states'
import { ShortDate } from '#ui/relative-time.tsx'
import { shortDate } from '#lib/dates.ts'

const fieldNames: Record<RollCallCorrection['field'], string> = {
  position: 'Vote',
  party: 'Party',
  state: 'State',
  date: 'Date',
  question: 'Question',
  bill: 'Bill',
  title: 'Title',
  result: 'Result',
  number: 'Number',
}

/** What the source changed after the roll call was imported, newest first. */
export function Corrections({ corrections }: { corrections: readonly RollCallCorrection[] }) {
  return (
    <section aria-labelledby="corrections">
      <h2 id="corrections" className="mb-3 text-2xl">
        Corrections by the source
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {corrections.map((correction, index) => {
          const { changed_at: at, field, name, before, after } = correction
          return (
            // oxlint-disable-next-line react/no-array-index-key -- two corrections may say the same
            <li key={index} className="py-3 wrap-anywhere">
              <ShortDate at={at} className="mr-3 text-sm text-soft">
                {shortDate(new Date(at))}
              </ShortDate>
              {name === null ? fieldNames[field] : `${fieldNames[field]} of ${name}`}: {valueText(field, before)} →{' '}
              <span className="sr-only">became</span> {valueText(field, after)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function valueText(field: RollCallCorrection['field'], value: string | null): string {
  if (value === null) return 'none'
  if (field === 'state') return stateName(value)
  const names: Partial<Record<string, string>> =
    field === 'position' ? positionNames : field === 'party' ? partyNames : {}
  return names[value] ?? value
}
