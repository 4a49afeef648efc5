import { fullCount } from '@wtpu/contract/full-count'
import type { Poll } from '@wtpu/contract/polls/polls'
import { checkHead } from '@wtpu/contract/site/on-demand/public-heads'
import { Link } from '@tanstack/react-router'
import Clock from 'lucide-react/icons/clock'
import FileQuestion from 'lucide-react/icons/file-question-mark'
import { Term } from '#community/small/term.tsx'
import { useId, useState } from 'react'
import { usePageHead } from '#lib/head.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useCheck, useOwnVote, usePoll, useWording, type Wording } from './api.ts'
import { CheckReport } from './check-report.tsx'
import { Limits } from './limits.tsx'

/** `/polls/{id}/check`, for everyone: recounts a closed poll in the reader's own browser. */
export function CheckPage({ id }: { id: number }) {
  const { data: poll, isPending } = usePoll(id)
  const wording = useWording(poll)
  usePageHead(poll && checkHead(poll))
  return (
    <div className="page max-w-4xl">
      <h1>Check this result</h1>
      <p className="mt-2 mb-8 max-w-prose text-soft sm:text-lg">
        Your browser downloads every <Term name="Ballot">ballot</Term> of the poll, counts them again and compares them
        with the seal.
      </p>
      {/* Two lines, to prevent a layout shift. */}
      <div className="mb-5 min-h-[2.75em] text-2xl leading-snug">
        {poll && (
          <h2 className="text-2xl leading-snug">
            <Link to="/polls/{-$pollId}" params={{ pollId: String(id) }} className="text-link">
              {poll.question}
            </Link>
          </h2>
        )}
        {isPending && (
          <p aria-busy>
            <Skeleton className="h-[1.25em] w-4/5" />
          </p>
        )}
      </div>
      {poll?.imported_from ? <NothingToCheck /> : <Check id={id} poll={poll} wording={wording} />}
      <Limits id={id} poll={poll} wording={wording?.poll === id ? wording : undefined} />
    </div>
  )
}

interface CheckProps {
  id: number
  poll: Poll | undefined
  wording: Wording | undefined
}

function Check({ id, poll, wording }: CheckProps) {
  const own = useOwnVote(id)
  const { check, progress } = useCheck(id, wording)
  const [typed, setTyped] = useState<string>()
  const number = typed ?? own?.ballot ?? ''
  if (!globalThis.crypto?.subtle) {
    return (
      <ErrorState title="This browser cannot check results">
        It computes hashes only on pages with https. Please open this page with https, or use the script below.
      </ErrorState>
    )
  }
  return (
    <>
      <form
        className={cardClass('flex flex-col items-start gap-4 p-5 sm:p-6')}
        onSubmit={(event) => {
          event.preventDefault()
          if (!check.isPending) check.mutate(number)
        }}
      >
        <TextField
          className="w-full"
          label="Your ballot number (optional)"
          hint="It stays in your browser. You find it under “Your receipt” on each poll that you answered."
          value={number}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
        />
        <Button type="submit" loading={check.isPending}>
          {check.isPending ? 'Checking...' : 'Check'}
        </Button>
      </form>
      {check.isPending && <Progress {...progress} />}
      <div aria-live="polite" className="mt-6">
        {check.data && (
          <CheckReport report={check.data} poll={poll} own={own} wording={wording} number={check.variables} />
        )}
        {check.data === null && <NotSealed closed={poll?.is_closed} />}
        {check.error && (
          <ErrorState title="The result could not be checked" onRetry={() => check.mutateAsync(number)}>
            {check.error.message}
          </ErrorState>
        )}
      </div>
    </>
  )
}

function Progress({ done, all }: { done?: number; all?: number }) {
  const id = useId()
  return (
    <div className="mt-6">
      <label htmlFor={id} className="mb-2 block text-sm text-soft tabular-nums">
        {done === undefined || all === undefined
          ? 'Reading the log...'
          : `${fullCount(done)} of ${fullCount(all)} ballots`}
      </label>
      <progress id={id} value={done} max={all} className="w-full" />
    </div>
  )
}

/** The site has no ballots of imported polls. */
function NothingToCheck() {
  return (
    <EmptyState icon={<FileQuestion />} title="Nothing to check">
      These votes were cast elsewhere. Only their sums were imported, so there are no ballots here to count again.
    </EmptyState>
  )
}

function NotSealed({ closed }: { closed: boolean | undefined }) {
  return (
    <EmptyState icon={<Clock />} title="Not sealed yet">
      {closed === false
        ? 'The ballots are sealed within a minute after the poll has closed. Until then, votes change the result.'
        : 'There is no seal of this poll. It is written within a minute after the poll has closed.'}
    </EmptyState>
  )
}
