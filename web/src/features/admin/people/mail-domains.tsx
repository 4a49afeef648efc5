import { useQuery } from '@tanstack/react-query'
import { accountsOfMailDomainPerDay, type BusyDomain, minTakenOutAccounts } from '@wtpu/contract/accounts/mail-domains'
import { fullCount } from '@wtpu/contract/full-count'
import { useId, useState } from 'react'
import { useLastError } from '#lib/api/query-errors.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { mailDomainsQuery, useOpenMailDomain } from './api.ts'
import { TakeOutDialog } from './take-out-dialog.tsx'

const newAccounts = (count: number) => `${fullCount(count)} new ${count === 1 ? 'account' : 'accounts'}`

/** Mail domains with many new accounts, and the limit of each a day, which admins lift. */
export function MailDomains({ onShow }: { onShow: (domain: string) => void }) {
  const query = useQuery(mailDomainsQuery())
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={cardClass('my-6 p-4 sm:p-6')}>
      <h2 id={headingId} className="text-lg">
        Mail domains
      </h2>
      <p className="max-w-prose text-soft">
        The owner of a domain can make any number of addresses. So a domain that is no known public provider can have{' '}
        {accountsOfMailDomainPerDay} new accounts in 24 hours. Lift the limit for a domain that you know, such as a
        university’s.
      </p>
      {query.data ? (
        <>
          {query.data.busy.length > 0 && (
            <ul aria-label="Domains with many new accounts" className="mt-3 divide-y divide-line border-y border-line">
              {query.data.busy.map((busy) => (
                <Row key={busy.domain} busy={busy} isOpen={query.data.open.includes(busy.domain)} onShow={onShow} />
              ))}
            </ul>
          )}
          <Open domains={query.data.open} />
        </>
      ) : // People who are not admins see another page in a moment.
      query.error && query.error.status !== 404 ? (
        <ErrorState title="The mail domains could not be loaded" query={query} inCard />
      ) : (
        <LoadingState label="Loading mail domains..." className="mt-3">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="mt-1.5 h-11 w-56" />
          <Skeleton className="mt-3 h-11 w-28 md:hidden" />
        </LoadingState>
      )}
    </section>
  )
}

function Row({
  busy: { domain, accounts, today },
  isOpen,
  onShow,
}: {
  busy: BusyDomain
  isOpen: boolean
  onShow: (domain: string) => void
}) {
  const [isTakingOut, setTakingOut] = useState(false)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p translate="no" className="font-semibold">
          {domain}
        </p>
        <p className="text-sm text-soft">
          {newAccounts(accounts)} in 7 days, {fullCount(today)} in the last 24 hours
          {isOpen ? ' · No limit' : today >= accountsOfMailDomainPerDay && ' · Limit reached'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" aria-label={`Show accounts: ${domain}`} onClick={() => onShow(domain)}>
          Show accounts
        </Button>
        {accounts >= minTakenOutAccounts && (
          <Button
            variant="secondary"
            size="small"
            aria-label={`Take out: ${domain}`}
            onClick={() => setTakingOut(true)}
          >
            Take out…
          </Button>
        )}
      </div>
      <TakeOutDialog domain={domain} open={isTakingOut} onOpenChange={setTakingOut} />
    </li>
  )
}

const empty = { domain: '' }

function Open({ domains }: { domains: readonly string[] }) {
  const close = useOpenMailDomain()
  const failure = useLastError(close)
  const form = useForm(useOpenMailDomain(), {
    empty,
    check: ({ domain }) => ({ domain: domain.trim() === '' && fillIn }),
    input: ({ domain }) => ({ domain: domain.trim(), is_open: true }),
    onSuccess: (_, { domain }) => toast({ title: 'Limit lifted', description: domain.trim(), variant: 'success' }),
  })
  return (
    <form {...form.props} className="mt-3">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Lift the limit for a domain"
          placeholder="university.edu"
          {...form.text('domain')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="secondary" loading={form.isPending}>
          Lift the limit
        </Button>
      </div>
      {form.alert}
      {failure && <FormAlert pending={close.isPending}>{failure.message}</FormAlert>}
      {domains.length > 0 && (
        <ul aria-label="Domains without the limit" className="mt-3 divide-y divide-line border-y border-line">
          {domains.map((open) => (
            <li key={open} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <span translate="no" className="wrap-anywhere">
                {open}
              </span>
              <Button
                variant="ghost"
                size="small"
                aria-label={`Set the limit again: ${open}`}
                onClick={() =>
                  close.mutate(
                    { domain: open, is_open: false },
                    {
                      onSuccess: () => toast({ title: 'Limit set again', description: open, variant: 'success' }),
                    },
                  )
                }
              >
                Set the limit again
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
