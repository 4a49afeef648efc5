import { positionNames, positions, type RollCallCorrection } from '@wtpu/contract/roll-calls'
import { fullDate, machineTime, shortDate } from '#lib/time.ts'

const fieldNames: Record<RollCallCorrection['field'], string> = {
  position: 'Vote',
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
        {corrections.map((correction) => {
          const { changed_at: at, field, name, before, after } = correction
          return (
            <li key={`${at} ${field} ${name}`} className="py-3 wrap-anywhere">
              <time dateTime={machineTime(at)} title={fullDate(at)} className="mr-3 text-sm text-soft">
                {shortDate(new Date(at))}
              </time>
              {field === 'position' ? `Vote of ${name}` : fieldNames[field]}: {valueText(before)} →{' '}
              <span className="sr-only">became</span> {valueText(after)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function valueText(value: string | null): string {
  if (value === null) return 'none'
  const position = positions.find((candidate) => candidate === value)
  return position ? positionNames[position] : value
}
