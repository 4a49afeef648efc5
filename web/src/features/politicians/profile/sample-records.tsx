import { PositionBadge } from '#community/congress/position-badge.tsx'
import { VotesTable } from './votes-table.tsx'

const votes = {
  Yes: 'yea',
  No: 'nay',
  Abstain: 'present',
} as const

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

/** For officials without records. */
export function SampleRecords({ name }: { name: string }) {
  return (
    <>
      <p className="prose mt-2 mb-4 text-soft">
        This table shows what voting records will look like. The bills are made up, and {name} cast none of these votes.
      </p>
      <VotesTable
        rows={sample.map(({ vote, ...row }) => ({
          ...row,
          key: row.bill,
          vote: <PositionBadge position={votes[vote]} label={vote} />,
        }))}
      />
    </>
  )
}
