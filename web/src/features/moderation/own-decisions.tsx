import { attributesOf } from '@wtpu/contract/schemas'
import { WrittenText } from '#community/text/written-text.tsx'
import { lengthProblem } from '@wtpu/contract/lengths'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { appealMaxLength } from '@wtpu/contract/moderation/appeals'
import type { OwnDecision, OwnReport } from '@wtpu/contract/moderation/own-decisions'
import Scale from 'lucide-react/icons/scale'
import { useState } from 'react'
import { RelativeTime } from '#ui/relative-time.tsx'
import { machineTime } from '#lib/time.ts'
import { shortDate } from '#lib/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { fillIn } from '#ui/form/on-demand/use-form.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { ownDecisionsQuery, useAppeal } from './api.ts'
import { decisionName, kindName, ruleName } from '@wtpu/contract/moderation/on-demand/names'
import { LoadingState } from '#ui/loading-state.tsx'

export const ownDecisionsTitle = 'Decisions about my content'

/** What moderators decided about the viewer's content, and what became of their reports. */
export function OwnDecisions() {
  return (
    <section id="decisions" tabIndex={-1} aria-labelledby="decisions-title" className="mt-6 outline-none">
      <h2 id="decisions-title" className="mb-2 text-2xl">
        {ownDecisionsTitle}
      </h2>
      <p className="mb-6 max-w-prose text-soft">
        What moderators decided and why, by the{' '}
        <Link to="/guidelines" className="text-link">
          community guidelines
        </Link>
        . You can appeal once against each decision. Every decision is also in the{' '}
        <Link to="/moderation/log" className="text-link">
          public log
        </Link>
        , without names.
      </p>
      <Decisions />
    </section>
  )
}

function Decisions() {
  const own = useQuery(ownDecisionsQuery())
  if (own.isPending) return <RowsSkeleton label="Loading decisions..." />
  if (!own.data) return <ErrorState title="The decisions could not be loaded" query={own} />
  const { held, decisions, reports } = own.data
  return (
    <>
      {held.length > 0 && (
        <section aria-labelledby="held" className="mb-8">
          <h3 id="held" className="mb-4 text-xl">
            Waiting for a moderator
          </h3>
          <ul className={cardClass('divide-y divide-line')}>
            {held.map(({ kind, content_id, text, created_at, ...writing }) => (
              <li key={`${kind} ${content_id}`} className="p-4 sm:px-5">
                <p className="text-sm text-soft">
                  {kindName(kind)}, hidden from others <RelativeTime at={created_at} preset="forum" />
                </p>
                <WrittenText writing={writing} className="mt-1 wrap-anywhere whitespace-pre-line">
                  {text}
                </WrittenText>
              </li>
            ))}
          </ul>
        </section>
      )}
      {decisions.length === 0 ? (
        <EmptyState icon={<Scale />} title="No decisions">
          No moderator has decided about anything of yours.
        </EmptyState>
      ) : (
        <ul aria-label="Decisions" className="grid gap-4">
          {decisions.map((decision) => (
            <DecisionCard key={decision.id} decision={decision} />
          ))}
        </ul>
      )}
      {reports.length > 0 && (
        <section aria-labelledby="my-reports" className="mt-8">
          <h3 id="my-reports" className="mb-4 text-xl">
            My reports
          </h3>
          <ul className={cardClass('divide-y divide-line')}>
            {reports.map((report) => (
              <ReportRow key={report.id} report={report} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

export function RowsSkeleton({ label }: { label: string }) {
  return (
    <LoadingState label={label} rows={5} className={cardClass('divide-y divide-line')}>
      <div className="p-4 sm:px-5">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="mt-2.5 h-4 w-3/4" />
      </div>
    </LoadingState>
  )
}

function DecisionCard({ decision }: { decision: OwnDecision }) {
  const { kind, excerpt, action, rule, sentence, created_at, undone, appeal, appeal_until: until } = decision
  return (
    <li className={cardClass('p-4 sm:p-6')}>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={undone || action === 'keep' ? 'good' : 'bad'}>
          {decisionName(decision)}
          {undone && ', then undone'}
        </Badge>
        <span className="text-sm text-soft">
          {kindName(kind)} · <RelativeTime at={created_at} preset="forum" />
        </span>
      </p>
      {excerpt && (
        <p
          dir="auto"
          {...attributesOf(decision)}
          className="mt-3 line-clamp-3 border-l-2 border-line pl-3 wrap-anywhere text-soft"
        >
          {excerpt}
        </p>
      )}
      <p className="mt-3 wrap-anywhere">{sentence}</p>
      {rule !== null && <p className="mt-1 text-sm text-soft">Guideline {ruleName(rule)}</p>}
      {appeal && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="font-semibold">
            {appeal.granted === null
              ? 'Your appeal waits for another moderator'
              : appeal.granted
                ? 'Your appeal was granted'
                : 'Your appeal was not granted'}
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line text-soft">{appeal.text}</p>
          {appeal.answer !== null && <p className="mt-2 wrap-anywhere">{appeal.answer}</p>}
        </div>
      )}
      {until !== null && <Appeal decision={decision} until={until} />}
    </li>
  )
}

function Appeal({ decision: { id }, until }: { decision: OwnDecision; until: string }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const appeal = useAppeal(id)
  async function send() {
    await appeal.mutateAsync(text)
    toast({ title: 'Your appeal was sent', description: 'Another moderator will answer it.', variant: 'success' })
  }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        Appeal
      </Button>
      <p className="text-sm text-soft">
        Until <time dateTime={machineTime(until)}>{shortDate(new Date(until))}</time>
      </p>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Appeal"
        description="Say why you think that the decision is wrong. Another moderator will read it and answer."
        confirmLabel="Send Appeal"
        pendingLabel="Sending..."
        wrong={{ text: text.trim() === '' ? fillIn : lengthProblem('An appeal', text, appealMaxLength) }}
        onConfirm={send}
      >
        {(error) => (
          <TextArea
            label="Why it is wrong"
            rows={6}
            value={text}
            limit={appealMaxLength}
            error={error('text')}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </ConfirmDialog>
    </div>
  )
}

const outcomes: Record<OwnReport['outcome'], string> = {
  open: 'A moderator will look at it.',
  acted: 'Thank you: we acted on it.',
  kept: 'We looked and kept it.',
  deleted: 'Its author deleted it.',
}

function ReportRow({ report: { kind, created_at, outcome } }: { report: OwnReport }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 p-4 sm:px-5">
      <span>{outcomes[outcome]}</span>
      <span className="text-sm text-soft">
        {kindName(kind)}, reported <RelativeTime at={created_at} preset="forum" />
      </span>
    </li>
  )
}
