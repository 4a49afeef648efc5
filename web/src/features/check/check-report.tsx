import { fullCount } from '@wtpu/contract/full-count'
import { minVotesOfBallots } from '@wtpu/contract/disclosure'
import type { Poll } from '@wtpu/contract/polls/polls'
import type { Report } from '@wtpu/contract/tally/check.mjs'
import { problemTexts } from '@wtpu/contract/tally/problems.mjs'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { machineTime } from '#lib/time.ts'
import { fullDate } from '#lib/dates.ts'
import { cardClass } from '#ui/card.tsx'
import { Term } from '#community/small/term.tsx'
import type { Wording } from './api.ts'

interface ReportProps {
  report: Report
  poll: Poll | undefined
  /** The viewer's vote. */
  own: { option: number; ballot: string } | undefined
  /** What is drawn for the viewer, in a poll with two wordings. */
  wording: Wording | undefined
  /** The ballot that was looked for. */
  number: string
}

/** What a check found, in plain words. */
export function CheckReport({ report, poll, own, wording, number }: ReportProps) {
  const { problems, seal } = report
  const nameOf = (id: number) => poll?.options.find((option) => option.id === id)?.text ?? `Option ${id}`
  return (
    <section aria-labelledby="report" className={cardClass('flex flex-col gap-5 p-5 wrap-anywhere sm:p-6')}>
      <h2 id="report" className="flex flex-wrap items-center gap-3 text-2xl">
        {problems.length === 0 ? (
          <CircleCheck aria-hidden className="size-7 shrink-0 text-good" />
        ) : (
          <CircleAlert aria-hidden className="size-7 shrink-0 text-bad" />
        )}
        <span className="min-w-0 flex-1 basis-64">
          {problems.length === 0 ? 'Everything fits together' : 'Something is wrong'}
        </span>
      </h2>
      {problems.length === 0 ? (
        <p>{successText(report, poll !== undefined)}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {problems.map(({ kind, detail }) => (
            <li key={kind}>
              <strong className="block">{problemTexts[kind]}</strong>
              <span className="text-soft">{detail}</span>
            </li>
          ))}
        </ul>
      )}
      {!report.hasTexts && (
        <p>
          This seal does not cover the question and the options, because it is older than such seals. It covers votes
          only.
        </p>
      )}
      {report.hasTexts && !report.hasMethod && (
        <p>This seal does not cover how the poll was taken, because it is older than such seals.</p>
      )}
      {!report.hasSignatures && (
        <p>Your browser cannot check Ed25519 signatures, so they were not checked. The script below can.</p>
      )}
      {seal.wording && <p>{wordingText(report, seal.wording, wording)}</p>}
      <OwnBallot {...{ report, own, number, nameOf }} />
      <dl className="border-t border-line pt-4 tabular-nums">
        {seal.counts.map(({ option, votes }) => (
          <div key={option} className="flex justify-between gap-6 py-1">
            <dt>{nameOf(option)}</dt>
            <dd className="font-semibold">{fullCount(votes)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-soft">
        <Term name="Seal">Sealed</Term> on <time dateTime={machineTime(seal.time)}>{fullDate(seal.time)}</time>, with{' '}
        {fullCount(seal.votes)} votes
      </p>
    </section>
  )
}

function successText({ hasBallots, hasSignatures, hasTexts, seal }: Report, isShown: boolean): string {
  const log = hasSignatures ? 'the log with all its signatures' : 'the log'
  const shown = hasTexts ? 'the counts and texts that the site shows' : 'the counts that the site shows'
  const parts = `${isShown ? `${shown}, ` : ''}the seal and ${log} fit together.`
  if (hasBallots) return `All ${fullCount(seal.votes)} ballots were counted again. The ballots, ${parts}`
  return `The poll has fewer than ${minVotesOfBallots} votes, so its single ballots are not published. They were not counted again, but ${parts}`
}

function wordingText(
  { problems, seal }: Report,
  sealed: NonNullable<Report['seal']['wording']>,
  drawn: Wording | undefined,
): string {
  const which = `This is the ${sealed.wording === 0 ? 'first' : 'second'} of two wordings. Each has its own votes.`
  if (!drawn) return which
  if (drawn.poll !== seal.poll) return `${which} The other one is drawn for you.`
  const isWrong = problems.some(({ kind }) => kind === 'swapped_wording' || kind === 'wrong_wording_key')
  return isWrong ? which : `${which} It is the one that was drawn for you, by the key that was fixed before.`
}

function OwnBallot({
  report,
  own,
  number,
  nameOf,
}: Omit<ReportProps, 'poll' | 'wording'> & { nameOf: (option: number) => string }) {
  const sentence = (icon: 'good' | 'bad', text: ReactNode) => (
    <p className="flex items-center gap-3 font-semibold">
      {icon === 'good' ? (
        <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
      ) : (
        <CircleAlert aria-hidden className="size-5 shrink-0 text-bad" />
      )}
      <span>{text}</span>
    </p>
  )
  if (report.own === undefined) {
    return number.trim() === '' || report.hasBallots ? null : (
      <p>Your ballot cannot be looked for, because the ballots are not published.</p>
    )
  }
  if (report.own === null) return sentence('bad', 'This ballot is not among them.')
  const isOwn = own?.ballot === number.trim().toLowerCase()
  if (!isOwn) return sentence('good', `This ballot is counted for “${nameOf(report.own)}”.`)
  return report.own === own.option
    ? sentence('good', `Your ballot is counted, with your choice: “${nameOf(report.own)}”.`)
    : sentence('bad', `You voted for “${nameOf(own.option)}”, but your ballot is counted for “${nameOf(report.own)}”.`)
}
