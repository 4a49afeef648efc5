import type { Poll } from '@wtpu/contract/polls/polls'
import { pollMethod, type PollTotals } from '@wtpu/contract/polls/totals'

export function toTotals(poll: Poll, { origin, now }: { origin: string; now: Date }): PollTotals {
  const percent = (votes: number) => Math.round((10_000 * votes) / poll.total_votes) / 100
  return {
    id: poll.id,
    url: `${origin}/polls/${poll.id}`,
    question: poll.question,
    options: poll.options.map(({ text, vote_count: votes }) => ({
      text,
      votes,
      percent: poll.total_votes === 0 ? null : percent(votes),
    })),
    total_votes: poll.total_votes,
    opened_at: poll.published_at,
    closes_at: poll.closes_at,
    is_closed: poll.is_closed,
    counted_at: now.toISOString(),
    method: pollMethod,
  }
}

/** The question, one row per option, and how the poll was taken, for a spreadsheet (RFC 4180). */
export function totalsAsCsv(totals: PollTotals): string {
  const options = totals.options.map(({ text, votes, percent }) => [text, String(votes), percent?.toFixed(2) ?? ''])
  const rows = [
    [totals.question, '', ''],
    ['Option', 'Votes', 'Percent'],
    ...options,
    ['Total', String(totals.total_votes), ''],
    ['Opened', totals.opened_at, ''],
    [totals.is_closed ? 'Closed' : 'Closes', totals.closes_at ?? '', ''],
    ['Counted', totals.counted_at, ''],
    ['Source', totals.url, ''],
    ['Method', totals.method, ''],
  ]
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(text: string): string {
  // Spreadsheets execute cells that begin like a formula.
  const escaped = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
