import { fullCount } from '@wtpu/contract/full-count'
import { isOn } from '@wtpu/contract/site/parts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MailKind, MailOutcome } from '@wtpu/contract/accounts/last-mail'
import type { Person, PersonSummary } from '@wtpu/contract/accounts/people'
import { decisionName } from '@wtpu/contract/moderation/on-demand/names'
import { type ReactNode, useId, useState } from 'react'
import { useLastError } from '#lib/api/query-errors.ts'
import { dayName, shortDate } from '#lib/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { SameNetworkDialog } from './same-network-dialog.tsx'
import { personQuery, useEndSessions, useExport, useResend } from './api.ts'

const roleNames = { moderator: 'Moderator', admin: 'Admin' }
const mailNames: Record<MailKind, string> = {
  code: 'A code for a new password',
  confirmation: 'A link to confirm the email',
  decision: 'News about the account',
  notification: 'Notifications or the weekly digest',
  retention: 'A warning that the account will be deleted',
}
const outcomeNames: Record<MailOutcome, string> = {
  accepted: 'accepted by the mail server',
  rejected: 'rejected by the mail server',
  expired: 'could not be sent in time',
}

interface Props {
  person: PersonSummary
  onDelete: () => void
}

export function PersonRow({ person, onDelete }: Props) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const { name, username, email, role, last_seen_on: lastSeen, suspended_until: suspendedUntil } = person
  return (
    <li className="p-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
            <span translate="no">{name}</span>
            {role !== 'user' && <Badge tone="brand">{roleNames[role]}</Badge>}
            {!person.email_confirmed && <Badge tone="neutral">Email not confirmed</Badge>}
            {person.is_blocked && <Badge tone="bad">Blocked</Badge>}
            {suspendedUntil !== null && (
              <Badge tone="warning">Suspended until {shortDate(new Date(suspendedUntil))}</Badge>
            )}
          </p>
          <p translate="no" className="text-sm wrap-anywhere text-soft">
            @{username} · {email}
          </p>
          <p className="text-sm text-soft">
            Joined {shortDate(new Date(person.joined_at))} · Last seen {person.last_seen_known ? '' : 'on or before '}
            {dayName(lastSeen)}
          </p>
        </div>
        <Button
          variant="secondary"
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          aria-label={`${isOpen ? 'Close' : 'Details'}: ${name}, ${username}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Details'}
        </Button>
      </div>
      {isOpen && (
        <div id={detailsId}>
          <Details id={person.id} onDelete={onDelete} />
        </div>
      )}
    </li>
  )
}

function Details({ id, onDelete }: { id: number; onDelete: () => void }) {
  const query = useQuery(personQuery(id))
  if (query.data) return <Loaded person={query.data} onDelete={onDelete} />
  if (query.error) return <ErrorState title="This could not be loaded" query={query} inCard />
  return (
    <LoadingState label="Loading..." className="mt-4">
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="mt-3 h-5 w-3/4" />
      <Skeleton className="mt-3 h-5 w-2/3" />
      <Skeleton className="mt-5 h-11 w-full" />
    </LoadingState>
  )
}

/** At most 1,000 are counted. */
const counted = (count: number, one: string, many: string) =>
  count >= 1_000 ? `1,000 or more ${many}` : `${fullCount(count)} ${count === 1 ? one : many}`

function Loaded({ person, onDelete }: { person: Person; onDelete: () => void }) {
  const {
    id,
    decisions,
    sessions,
    email_confirmed: isConfirmed,
    confirmation_sent_at: sentAt,
    last_mail: lastMail,
  } = person
  const [isSameNetworkOpen, setSameNetworkOpen] = useState(false)
  return (
    <>
      <dl className="mt-4 border-t border-line pt-4 sm:grid sm:grid-cols-[auto_1fr] sm:gap-x-6">
        <Fact name="Wrote">
          {[
            // Counted with the account.
            `${fullCount(person.posts)} ${person.posts === 1 ? 'post' : 'posts'}`,
            counted(person.discussions, 'discussion', 'discussions'),
            counted(person.comments, 'comment', 'comments'),
            counted(person.polls, 'poll', 'polls'),
          ].join(', ')}
        </Fact>
        <Fact name="Signed in">
          {sessions === 0 ? 'On no device' : `On ${fullCount(sessions)} ${sessions === 1 ? 'device' : 'devices'}`}
        </Fact>
        <Fact name="Email">
          {isConfirmed
            ? 'Confirmed'
            : sentAt === null
              ? 'Not confirmed; no link is waiting'
              : `Not confirmed; last link of ${shortDate(new Date(sentAt))}`}
          {person.email_rejected && '. The mail server of this address rejects mails, so no more are sent about news.'}
        </Fact>
        <Fact name="Last mail">
          {lastMail === null
            ? 'None is recorded'
            : `${mailNames[lastMail.kind]}, ${dayName(lastMail.day)}: ${outcomeNames[lastMail.outcome]}`}
        </Fact>
        {person.same_network > 0 && (
          <Fact name="Registered">
            {person.same_network === 1 ? '1 other account was' : `${person.same_network} other accounts were`}{' '}
            registered within an hour from the same network.{' '}
            <button type="button" className="text-link" onClick={() => setSameNetworkOpen(true)}>
              See them<span className="sr-only">: same network as {person.name}</span>
            </button>
          </Fact>
        )}
        <Fact name="Decisions">
          {decisions.length === 0
            ? 'None about this person'
            : decisions.map((decision) => (
                <span key={decision.id} className="block">
                  {dayName(decision.day)}: {decisionName({ ...decision, undid: null })}
                  {decision.undone && ' (undone)'}
                </span>
              ))}
        </Fact>
      </dl>
      {!person.is_blocked && isOn('profiles') && (
        <Link
          to="/user/$userId"
          params={{ userId: String(id) }}
          className="inline-flex min-h-11 items-center text-sm text-link"
        >
          Public profile<span className="sr-only"> of {person.name}</span>
        </Link>
      )}
      <Actions person={person} onDelete={onDelete} />
      {person.same_network > 0 && (
        <SameNetworkDialog person={person} open={isSameNetworkOpen} onOpenChange={setSameNetworkOpen} />
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-semibold">{name}</dt>
      <dd className="mb-2 wrap-anywhere">{children}</dd>
    </>
  )
}

function Actions({ person, onDelete }: { person: Person; onDelete: () => void }) {
  const { id, name, role, sessions, email_confirmed: isConfirmed } = person
  const [isExporting, setExporting] = useState(false)
  const [resend, end, data] = [useResend(), useEndSessions(), useExport()]
  const [resendFailure, endFailure] = [useLastError(resend), useLastError(end)]
  const failure = resendFailure ?? endFailure
  return (
    <>
      {failure && <FormAlert pending={resend.isPending || end.isPending}>{failure.message}</FormAlert>}
      <div className="mt-3 flex flex-wrap gap-3">
        {!isConfirmed && (
          <Button
            variant="secondary"
            aria-label={`Send confirmation again: ${name}`}
            loading={resend.isPending}
            onClick={() => resend.mutate(id, { onSuccess: () => toast({ title: 'The confirmation is sent again' }) })}
          >
            Send confirmation again
          </Button>
        )}
        {sessions > 0 && (
          <Button
            variant="secondary"
            aria-label={`Sign out everywhere: ${name}`}
            loading={end.isPending}
            onClick={() => end.mutate(id, { onSuccess: () => toast({ title: 'Signed out on all devices' }) })}
          >
            Sign out everywhere
          </Button>
        )}
        <Button variant="secondary" aria-label={`Export data: ${name}`} onClick={() => setExporting(true)}>
          Export data
        </Button>
        {role === 'user' && (
          <Button variant="destructive" aria-label={`Delete account: ${name}`} onClick={onDelete}>
            Delete account
          </Button>
        )}
      </div>
      {role !== 'user' && <p className="mt-2 text-sm text-soft">To delete this account, end its role first.</p>}
      <ConfirmDialog
        open={isExporting}
        onOpenChange={setExporting}
        title={`Export the data of ${name}?`}
        description="Only if they asked for it. They get a mail about it. What this person voted and rated is not in it; only they can download that, in Profile Settings. Give the file to nobody else."
        confirmLabel="Export"
        pendingLabel="Exporting..."
        confirmVariant="primary"
        onConfirm={() => data.mutateAsync(id)}
      />
    </>
  )
}
