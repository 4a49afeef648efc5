import { fullCount } from '@wtpu/contract/full-count'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SiteState } from '@wtpu/contract/on-demand/admin'
import type { SetupFacts } from '@wtpu/contract/site/on-demand/setup'
import { useId, type ReactNode } from 'react'
import { StaffMissing } from '#community/staff/staff-missing.tsx'
import type { ApiFailure } from '#lib/api/api.ts'
import { Part } from '#lib/part.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Folded } from '#ui/on-demand/folded.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import {
  categoriesQuery,
  featuredQuery,
  identityQuery,
  invitationsQuery,
  retentionQuery,
  setupQuery,
  siteStateQuery,
  staffQuery,
} from './api.ts'
import { focusPlace } from './checklist-steps.tsx'
import { Checklist, ChecklistState } from './checklist.tsx'
import { Invitations } from './invitations.tsx'
import { LogoForm } from './logo-form.tsx'
import { SitePages } from './site-pages.tsx'
import { Staff } from './staff.tsx'

/** What admins do on the site. To everyone else, this page does not exist. */
export function AdminPage() {
  const state = useQuery(siteStateQuery())
  const setup = useQuery(setupQuery())
  if ([state, setup].some(({ data, error }) => !data && error?.status === 404)) return <StaffMissing />
  return (
    <div className="page max-w-4xl">
      <h1>Administration</h1>
      <p className="mt-1 text-sm text-soft">
        Every change here is in the{' '}
        <Link to="/moderation/log" className="text-link">
          moderation log
        </Link>
        .
      </p>
      <nav aria-label="Administration" className="mb-2 flex flex-wrap gap-x-4">
        <Link to="/admin/people" className={pageLinkClass}>
          People
        </Link>
        <Part of="officials">
          <Link to="/admin/officials" className={pageLinkClass}>
            Officials
          </Link>
        </Part>
        <Part of="circles">
          <Link to="/admin/circles/{-$circleId}" params={{ circleId: undefined }} className={pageLinkClass}>
            Circles
          </Link>
        </Part>
        <Link to="/admin/questions" className={pageLinkClass}>
          Questions
        </Link>
        <Link to="/admin/parts" className={pageLinkClass}>
          Parts
        </Link>
      </nav>
      {/* Together, so that nothing moves what is below it, and the steps lead to parts that are there. */}
      {setup.isPending || state.isPending ? (
        <LoadingCard />
      ) : (
        <>
          {setup.data ? (
            <Checklist facts={setup.data} />
          ) : (
            setup.error && (
              <div className="mb-12">
                <ErrorState title="The list of the set-up could not be loaded" query={setup} />
              </div>
            )
          )}
          <Section title="State of the site" result={state}>
            {(site) => <State site={site}>{setup.data && <ChecklistState facts={setup.data} />}</State>}
          </Section>
          <Lists facts={setup.data} />
        </>
      )}
    </div>
  )
}

const AccessAndMail = lazyComponent(() => import('./access-and-mail.tsx').then((module) => module.AccessAndMail))
const NameAndLook = lazyComponent(() => import('./name-and-look.tsx').then((module) => module.NameAndLook))
const Retention = lazyComponent(() => import('./retention.tsx').then((module) => module.Retention))
const FeaturedPolls = lazyComponent(() => import('./featured-polls.tsx').then((module) => module.FeaturedPolls))
const Categories = lazyComponent(() => import('./categories.tsx').then((module) => module.Categories))
const pageLinkClass = 'inline-flex min-h-11 items-center text-link'

function Lists({ facts }: { facts: SetupFacts | undefined }) {
  return (
    <>
      <Section id="name-and-look" title="Name and look" result={useQuery(identityQuery())}>
        {(stored) => (
          <>
            <NameAndLook stored={stored} fallback={<LoadingCard />} />
            <LogoForm stored={stored} />
          </>
        )}
      </Section>
      <PlainSection id="pages" title="Pages">
        <SitePages />
      </PlainSection>
      <Section id="staff" title="Staff" result={useQuery(staffQuery())}>
        {(staff) => <Staff staff={staff} />}
      </Section>
      <Section id="invitations" title="Registration and invitations" result={useQuery(invitationsQuery())}>
        {(invitations) => <Invitations invitations={invitations} />}
      </Section>
      {facts && (
        <PlainSection id="access-and-mail" title="Access code and mail server">
          <AccessAndMail facts={facts} fallback={<LoadingCard />} />
        </PlainSection>
      )}
      <Section title="Accounts without activity" result={useQuery(retentionQuery())}>
        {(state) => <Retention state={state} fallback={<LoadingCard />} />}
      </Section>
      <Section title="Featured polls" result={useQuery(featuredQuery())}>
        {(polls) => <FeaturedPolls polls={polls} fallback={<LoadingCard />} />}
      </Section>
      <Section title="Categories" result={useQuery(categoriesQuery())}>
        {(categories) => <Categories categories={categories} fallback={<LoadingCard />} />}
      </Section>
    </>
  )
}

function Section<Data>({
  result,
  children,
  ...rest
}: {
  id?: string
  title: string
  result: Pick<UseQueryResult<Data, ApiFailure>, 'data' | 'error' | 'refetch'>
  children: (data: Data) => ReactNode
}) {
  return (
    <PlainSection {...rest}>
      {result.data !== undefined ? (
        children(result.data)
      ) : result.error ? (
        <ErrorState title="This could not be loaded" query={result} />
      ) : (
        <LoadingCard />
      )}
    </PlainSection>
  )
}

function LoadingCard() {
  return (
    <LoadingState label="Loading..." className={cardClass('p-4 sm:p-6')}>
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="mt-3 h-5 w-3/4" />
      <Skeleton className="mt-3 h-5 w-1/3" />
    </LoadingState>
  )
}

/** With `id`, links of the list of the set-up move the focus to its heading. */
function PlainSection({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const ownId = useId()
  const setup = useQuery(setupQuery())
  return (
    <Folded id={id ?? ownId} title={title}>
      {children}
      {id && setup.data?.is_closed === false && (
        <p className="mt-2">
          <a href="#setup" className={pageLinkClass} onClick={(event) => focusPlace(event, 'setup')}>
            Back to the steps
          </a>
        </p>
      )}
    </Folded>
  )
}

function State({ site, children }: { site: SiteState; children: ReactNode }) {
  const { waiting, retried, is_sent } = site.mail
  const megabytes = fullCount(Math.ceil(site.database.bytes / 1_000_000))
  const state = is_sent ? 'Sent by SMTP' : 'Not set up: mails are files on the server'
  const unsent = retried > 0 ? `, ${fullCount(retried)} of them could not be sent so far` : ''
  return (
    <dl className={cardClass('grid gap-x-6 p-4 sm:grid-cols-[9rem_1fr] sm:gap-y-2 sm:p-6')}>
      {children && <Row name="Set-up">{children}</Row>}
      <Row name="Version">{site.version}</Row>
      <Row name="Database">
        PostgreSQL {site.database.version}, {megabytes} MB
      </Row>
      <Row name="Mail">
        {state}; {fullCount(waiting)} waiting{unsent}
      </Row>
      <Part of="officials">
        <Row name="Last import">
          {site.last_import === null ? (
            'Officials were never imported'
          ) : (
            <RelativeTime at={site.last_import} preset="forum" />
          )}
        </Row>
      </Part>
      <Row name="Last backup">
        {site.last_backup === null ? (
          'Never, by this command: npm run backup'
        ) : (
          <RelativeTime at={site.last_backup} preset="forum" />
        )}
      </Row>
      {!site.can_seal && (
        <Row name="Closed polls">
          Not sealed: JWT_SECRET is not the one that this site has run with. Set the earlier one, or see “Secrets” in
          docs/operations.md.
        </Row>
      )}
      <Row name="Open cases">
        <Link to="/moderation" className="inline-block min-w-6 py-0.5 text-link">
          {fullCount(site.open_cases)} <span className="sr-only">open cases</span>
        </Link>
      </Row>
    </dl>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:mb-3">{children}</dd>
    </>
  )
}
