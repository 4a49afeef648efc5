import { fullCount } from '@wtpu/contract/full-count'
import type { LinePoll } from '@wtpu/contract/common-ground'
import { useState } from 'react'
import { classes } from '#lib/classes.ts'
import { shareText } from '#community/groups/group-shares.tsx'
import { Term } from '#community/small/term.tsx'
import { DataTable } from '#ui/on-demand/data-table.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { flatBand, stepsOf } from './bands.ts'
import { LineCurve } from './line-curve.tsx'

/** The curve of each option of a poll, what it shows, and the same as a table. */
export function QuestionCurve({ poll }: { poll: LinePoll }) {
  const [option, setOption] = useState(poll.option)
  const steps = stepsOf(poll, option)
  const flat = flatBand(steps)
  const leaves = steps.some(({ percent }) => percent < flat.low || percent > flat.high)
  const people = steps.reduce((sum, { voters }) => sum + voters, 0)
  return (
    <div className="max-w-2xl">
      <fieldset className="mb-3 flex flex-wrap gap-2">
        <legend className="sr-only">Answer: {poll.question}</legend>
        {poll.options.map((text, position) => (
          <button
            key={text}
            type="button"
            aria-pressed={position === option}
            onClick={() => setOption(position)}
            className={classes(
              'min-h-11 rounded-control border px-3 py-1.5 text-left text-sm font-semibold wrap-anywhere',
              position === option ? 'border-accent bg-tint text-accent' : 'border-edge hover:bg-sunken',
            )}
          >
            {text}
          </button>
        ))}
      </fieldset>
      <LineCurve poll={poll} option={option} />
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
        <li className="flex items-center gap-2">
          <span aria-hidden className="h-0 w-7 shrink-0 border-t-3 border-accent" /> Share who chose it
        </li>
        <li className="flex items-center gap-2">
          <span aria-hidden className="h-3.5 w-7 shrink-0 border border-accent/60 bg-accent/20" />
          <span>
            <Term name="Interval">Chance</Term> among those who answered
          </span>
        </li>
        <li className="flex items-center gap-2">
          <span aria-hidden className="h-3.5 w-7 shrink-0 bg-edge/35 forced-border" /> Where the curve would lie if the
          place did not matter
        </li>
      </ul>
      <p className="mt-3">
        {leaves
          ? 'The curve leaves the gray band: in this poll, a person’s place says much about the answer.'
          : 'The curve stays in the gray band: in this poll, a person’s place says little about the answer.'}
      </p>
      <p className="mt-1 text-sm text-soft">
        At least {fullCount(people)} people who answered, in {steps.length} equal parts in the order of the line.
        Options of no opinion are left out.
      </p>
      <Disclosure title="Show as a table" className="mt-1">
        <DataTable
          label={`Along the line: ${poll.question}`}
          columns={[
            { title: 'From this end to that end' },
            { title: 'Chose it', count: true },
            { title: 'Chance', count: true },
            { title: 'People', count: true },
          ]}
          rows={steps.map(({ percent, voters, low, high }, index) => ({
            key: String(index),
            cells: [`Part ${index + 1}`, shareText(percent), `${low} to ${high}%`, fullCount(voters)],
          }))}
        />
      </Disclosure>
    </div>
  )
}
