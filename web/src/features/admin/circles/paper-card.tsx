import { type Paper, paperLimits } from '@wtpu/contract/circles/on-demand/papers'
import { revealNames } from '@wtpu/contract/circles/on-demand/reveal-names'
import { fullCount } from '@wtpu/contract/full-count'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLastError } from '#lib/api/query-errors.ts'
import { fullDate } from '#lib/dates.ts'
import { hasGate } from '#lib/gate.ts'
import { takePlace } from '#lib/take-place.ts'
import { now } from '#lib/time.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { paperQuery, useDeletePaper, useRemind, useSendPaper } from './api.ts'
import { Delivery } from './delivery.tsx'
import { Kit } from './kit.tsx'
import { MailsWait, recountMs } from './mails-wait.tsx'
import { peopleOf } from './rules.ts'

const OnPaper = lazyComponent(() => import('./on-demand/on-paper.tsx').then((module) => module.OnPaper))

/** A ballot paper: a draft that can be sent, or what became of its mails. */
export function PaperCard({
  id,
  title,
  isAdmin,
  isNew,
}: {
  id: number
  title: string
  isAdmin: boolean
  isNew: boolean
}) {
  const state = useQuery({
    ...paperQuery(id),
    refetchInterval: ({ state: { data } }) => (data && data.waiting > 0 ? recountMs : false),
  })
  return (
    <article className={cardClass('p-4 sm:p-6')}>
      <h3
        ref={isNew ? showPlace : undefined}
        id={`paper-${id}`}
        tabIndex={-1}
        className="scroll-mt-20 text-xl wrap-anywhere outline-none"
      >
        {title}
      </h3>
      {state.data ? (
        <Loaded paper={state.data} isAdmin={isAdmin} />
      ) : state.error ? (
        <ErrorState title="The ballot paper could not be loaded" query={state} />
      ) : (
        <LoadingState label="Loading...">
          <Skeleton className="mt-3 h-5 w-3/4" />
        </LoadingState>
      )}
    </article>
  )
}

/** The new draft is above the form that wrote it. */
const showPlace = (heading: HTMLElement | null) => heading?.focus()

function Loaded({ paper, isAdmin }: { paper: Paper; isAdmin: boolean }) {
  const { sent_at: sentAt, is_closed: isClosed, closes_at: closesAt, questions, polls, reveal, quorum } = paper
  const isDraft = sentAt === null
  const [isPaperOpen, setPaperOpen] = useState(false)
  return (
    <>
      <p className="text-sm text-soft">
        {isDraft ? 'Draft. ' : `Sent on ${fullDate(sentAt)}. `}
        {isClosed ? 'Closed' : 'Closes'} on {fullDate(closesAt)}. Results are shown: {lowerFirst(revealNames[reveal])}.{' '}
        {quorum && `Quorum: ${'count' in quorum ? fullCount(quorum.count) : `${quorum.percent}%`}. `}
        {paper.changeable ? 'Answers can be changed until the close.' : 'Answers are final.'}
        {paper.two_people && ' Two people enter each sheet.'}
      </p>
      {isDraft && paper.introduction !== '' && (
        <p className="mt-2 text-sm wrap-anywhere whitespace-pre-line">{paper.introduction}</p>
      )}
      <ol className="mt-2 list-decimal pl-6">
        {questions.map(({ question, options }, index) => (
          <li key={question} className="wrap-anywhere">
            {polls[index] === undefined ? (
              question
            ) : (
              <Link
                to="/results/$pollId"
                params={{ pollId: String(polls[index]) }}
                className="inline-flex py-1 text-link"
              >
                {question}
              </Link>
            )}
            {isDraft && <span className="block text-sm text-soft">{options.join(' / ')}</span>}
          </li>
        ))}
      </ol>
      {isDraft && !isAdmin && paper.kit.length > 0 && (
        <p className="mt-2 text-sm wrap-anywhere text-soft">
          To read before: {paper.kit.map(({ label }) => label).join(', ')}
        </p>
      )}
      {isClosed && reveal === 'when_published' && (
        <p className="mt-2 text-sm text-soft">You can release the results on the page of each question.</p>
      )}
      {isDraft ? (
        isAdmin && <Draft paper={paper} />
      ) : (
        <>
          <Sent paper={paper} />
          <Delivery paper={paper} />
          <Disclosure title="Ballots on paper" onToggle={(event) => setPaperOpen(event.currentTarget.open)}>
            {isPaperOpen && <OnPaper paper={paper} />}
          </Disclosure>
        </>
      )}
    </>
  )
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function Draft({ paper }: { paper: Paper }) {
  const { id, title, eligible, without_address: without, is_closed: isClosed } = paper
  const send = useSendPaper()
  const remove = useDeletePaper()
  const [asks, setAsks] = useState<'send' | 'delete'>()
  const byMail = eligible - without
  const ways = [byMail > 0 && `${fullCount(byMail)} by mail`, without > 0 && `${fullCount(without)} by code`]
  const goes = `It goes to ${peopleOf(eligible)}: ${ways.filter(Boolean).join(', ')}.`
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <Kit paper={paper} />
      <p>
        {isClosed
          ? 'The time at which it closes is over. Write it again with a later one.'
          : eligible === 0
            ? 'The list is empty. Upload it, and then you can send this.'
            : goes}
      </p>
      <Hindrances isUnsent={byMail > 0 && !paper.sends_mail} />
      <p className="flex flex-wrap gap-3">
        {!isClosed && eligible > 0 && <Button onClick={() => setAsks('send')}>Send it</Button>}
        <Button variant="secondary" onClick={() => setAsks('delete')}>
          Delete the draft
        </Button>
      </p>
      <ConfirmDialog
        open={asks === 'send'}
        onOpenChange={() => setAsks(undefined)}
        title={`Send “${title}”?`}
        description={`${goes} It is sent once, and cannot be changed after that.`}
        confirmLabel="Send it"
        pendingLabel="Sending..."
        confirmVariant="primary"
        onConfirm={async () => {
          await send.mutateAsync(id)
          toast({ title: 'Ballot paper sent', variant: 'success' })
        }}
        focusAfter={() => document.getElementById(`paper-${id}`)}
      />
      <ConfirmDialog
        open={asks === 'delete'}
        onOpenChange={() => setAsks(undefined)}
        title={`Delete the draft “${title}”?`}
        description="Nobody has got it yet."
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        onConfirm={async () => {
          await remove.mutateAsync(id)
          toast({ title: 'Draft deleted', variant: 'success' })
        }}
        focusAfter={() => document.getElementById('papers')}
      />
    </div>
  )
}

/** Says before a paper is sent what will keep people from its ballots, and links to where an admin can change that. */
function Hindrances({ isUnsent }: { isUnsent: boolean }) {
  return (
    <>
      {isUnsent && (
        <p>
          This site has no mail server yet, so the mails would be files on the server.{' '}
          <Link to="/admin" hash="setup-mail" className="text-link">
            Set it up
          </Link>{' '}
          first.
        </p>
      )}
      {hasGate() && (
        <p>
          Everyone is asked for the access code of this site before the ballot. Say it in the introduction, or{' '}
          <Link to="/admin" hash="setup-access" className="text-link">
            open the site
          </Link>
          .
        </p>
      )}
    </>
  )
}

function Sent({ paper }: { paper: Paper }) {
  const { id, eligible, accepted, waiting, refused, without_address: without, late, struck } = paper
  const remind = useRemind()
  const failure = useLastError(remind)
  const next = paper.next_reminder
  const counts: [string, number][] = [
    ['People', eligible],
    ['Mail accepted', accepted],
    ['Mail waits', waiting],
    ['Mail refused', refused],
    ['By code alone', without],
    ['Added while it was open', late],
    ['Struck', struck],
  ]
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        {counts.map(([name, count]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-right font-semibold tabular-nums">{fullCount(count)}</dd>
          </div>
        ))}
      </dl>
      {waiting > 0 && <MailsWait waiting={waiting} />}
      {next !== null && (
        <>
          <p key={paper.reminders.length} ref={takePlace} tabIndex={-1} className="text-sm text-soft outline-none">
            {paper.reminders.length} of {paper.reminders.length === 0 ? 'at most ' : ''}
            {paperLimits.reminders} reminders were sent.
            {Date.parse(next) > now() && ` The next one is possible on ${fullDate(next)}.`}
          </p>
          {Date.parse(next) <= now() && (
            <>
              {failure && <FormAlert pending={remind.isPending}>{failure.message}</FormAlert>}
              <Button
                variant="secondary"
                loading={remind.isPending}
                onClick={() =>
                  remind.mutate(id, {
                    onSuccess: () => toast({ title: 'The reminders are on their way', variant: 'success' }),
                  })
                }
              >
                Send again to those without an answer
              </Button>
            </>
          )}
        </>
      )}
    </div>
  )
}
