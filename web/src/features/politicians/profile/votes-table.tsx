import type { ReactNode } from 'react'
import { RollCallDate } from '#community/congress/roll-call-link.tsx'

export interface VoteRow {
  key: string | number
  bill: ReactNode
  category: string
  vote: ReactNode
  result: string
  date: string
}

const cell = 'text-left min-[30rem]:px-3 min-[30rem]:py-3 sm:px-4'
const fact = `${cell} max-[30rem]:text-sm max-[30rem]:text-soft`

/** The specification's table of votes; on a phone, each row is the bill and a line of facts. Browsers keep the roles of the table. */
export function VotesTable({ rows }: { rows: readonly VoteRow[] }) {
  return (
    <section
      aria-label="Table of voting records"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be focusable to scroll by keyboard
      tabIndex={0}
      className="overflow-x-auto max-md:edge-fade rounded-card border border-line bg-surface"
    >
      <table className="w-full border-collapse text-[0.9375rem] max-[30rem]:block min-[30rem]:min-w-[38rem]">
        <caption className="sr-only">Voting records</caption>
        <thead className="max-[30rem]:sr-only border-b border-line text-sm text-soft">
          <tr>
            {['Bill name', 'Category', 'Vote', 'Result', 'Date'].map((title) => (
              <th key={title} scope="col" className={`${cell} font-semibold`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-[30rem]:block">
          {rows.map(({ key, bill, category, vote, result, date }) => (
            <tr
              key={key}
              className="max-[30rem]:flex max-[30rem]:flex-wrap max-[30rem]:items-center max-[30rem]:gap-x-3 max-[30rem]:px-4 max-[30rem]:py-3"
            >
              <th
                scope="row"
                className={`${cell} font-semibold max-[30rem]:basis-full max-[30rem]:pb-1 min-[30rem]:min-w-44`}
              >
                {bill}
              </th>
              <td className={fact}>{category}</td>
              <td className={fact}>{vote}</td>
              <td className={fact}>{result}</td>
              <td className={`${fact} whitespace-nowrap tabular-nums`}>
                <RollCallDate date={date} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
