import type { Politician } from '@wtpu/contract/politicians'
import { Check, Minus, X } from 'lucide-react'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const votes = {
  Yes: { tone: 'good', Icon: Check },
  No: { tone: 'bad', Icon: X },
  Abstain: { tone: 'warning', Icon: Minus },
} as const satisfies Record<string, { tone: BadgeTone; Icon: typeof Check }>

/** The specification's sample table, the same for everyone. */
const sample = [
  { bill: 'Rural Broadband Act', category: 'Technology', vote: 'Yes', result: 'Passed', date: '2024-03-15' },
  {
    bill: 'Clean Water Infrastructure Act',
    category: 'Environment',
    vote: 'Yes',
    result: 'Passed',
    date: '2024-02-28',
  },
  { bill: 'Veterans Care Improvement Act', category: 'Healthcare', vote: 'Yes', result: 'Passed', date: '2024-02-06' },
  { bill: 'Small Business Relief Act', category: 'Economy', vote: 'No', result: 'Failed', date: '2024-01-24' },
  { bill: 'Student Loan Reform Act', category: 'Education', vote: 'Abstain', result: 'Passed', date: '2023-12-12' },
] as const

// In UTC, so that every time zone shows the same day.
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

const cell = 'px-3 py-3 text-left sm:px-4'

export function VotingRecords({ politician: { name } }: { politician: Pick<Politician, 'name'> }) {
  return (
    <section aria-labelledby="voting-records">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="voting-records" className="text-2xl">
          Voting Records
        </h2>
        <Badge tone="warning">Sample data</Badge>
      </div>
      <p className="prose mt-2 mb-4 text-soft">
        This table shows what voting records will look like. The bills are made up, and {name} cast none of these votes.
      </p>
      <section
        aria-label="Table of voting records"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be focusable to scroll by keyboard
        tabIndex={0}
        className="overflow-x-auto max-md:edge-fade rounded-card border border-line bg-surface"
      >
        <table className="w-full min-w-[38rem] border-collapse text-[0.9375rem]">
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
            {sample.map(({ bill, category, vote, result, date }) => (
              <tr key={bill}>
                <th scope="row" className={`${cell} font-semibold`}>
                  {bill}
                </th>
                <td className={cell}>{category}</td>
                <td className={cell}>
                  <VoteBadge vote={vote} />
                </td>
                <td className={cell}>{result}</td>
                <td className={`${cell} whitespace-nowrap tabular-nums`}>
                  <time dateTime={date}>{day.format(new Date(date))}</time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

/** Yes is green, No red, Abstain yellow, each with an icon and text. */
function VoteBadge({ vote }: { vote: keyof typeof votes }) {
  const { tone, Icon } = votes[vote]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {vote}
    </Badge>
  )
}
