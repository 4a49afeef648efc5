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

const cell = 'px-3 py-3 text-left sm:px-4'

/** The specification's table of votes. */
export function VotesTable({ rows }: { rows: readonly VoteRow[] }) {
  return (
    <section
      aria-label="Table of voting records"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be focusable to scroll by keyboard
      tabIndex={0}
      className="overflow-x-auto max-md:edge-fade rounded-card border border-line bg-surface"
    >
      <table className="rows-in-two-lines w-full border-collapse text-sm min-[30rem]:min-w-[38rem]">
        <caption className="sr-only">Voting records</caption>
        <thead className="border-b border-line text-sm text-soft">
          <tr>
            {['Bill name', 'Category', 'Vote', 'Result', 'Date'].map((title) => (
              <th key={title} scope="col" className={`${cell} font-semibold`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, bill, category, vote, result, date }) => (
            <tr key={key} className="max-[30rem]:px-4 max-[30rem]:py-3">
              <th scope="row" className={`${cell} min-w-44 font-semibold`}>
                {bill}
              </th>
              <td className={cell}>{category}</td>
              <td className={cell}>{vote}</td>
              <td className={cell}>{result}</td>
              <td className={`${cell} whitespace-nowrap tabular-nums`}>
                <RollCallDate date={date} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
