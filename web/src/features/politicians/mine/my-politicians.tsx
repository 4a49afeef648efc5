import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { raterReminder } from '@wtpu/contract/polls/on-demand/method'
import type { MyPolitician } from '@wtpu/contract/my-politicians'
import { describeRollCall } from '@wtpu/contract/on-demand/roll-call-sentence'
import { newDays } from '@wtpu/contract/roll-calls'
import { site } from '@wtpu/contract/site/name'
import { openWords } from '@wtpu/contract/site/parts'
import { initials } from '@wtpu/contract/accounts/names'
import { stateName } from '@wtpu/contract/states'
import Landmark from 'lucide-react/icons/landmark'
import type { ReactNode } from 'react'
import { HowComputed } from '#community/congress/how-computed.tsx'
import { PositionSentence } from '#community/congress/position-badge.tsx'
import { RollCallDate, RollCallLink } from '#community/congress/roll-call-link.tsx'
import { SourceNote } from '#community/congress/source-note.tsx'
import { Part } from '#lib/part.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AgreementDetails } from '#features/politicians/agreement.tsx'
import { ApprovalFigures } from '#features/politicians/directory/politician-card.tsx'
import { PoliticianBadges } from '#features/politicians/politician-badges.tsx'
import { myPoliticiansQuery } from '#features/politicians/votes-api.ts'
import { LoadingState } from '#ui/loading-state.tsx'

/** The page of the viewer's senators, representative and governor. */
export function MyPoliticiansPage() {
  return (
    <div className="page">
      <h1>Your representatives</h1>
      <p className="mt-2 mb-8 flex max-w-prose flex-wrap gap-x-5 text-soft sm:text-lg">
        See{' '}
        {openWords(
          [
            ['ratings', 'their ratings'],
            ...(site.local ? [] : [['roll-calls', 'how they voted last'] as const]),
            [null, 'the open polls about them'],
          ],
          'and',
          true,
        )}
        .
      </p>
      {/* What is below begins below the window, so that it does not move when the list comes. */}
      <div className="min-h-dvh">
        <MyPoliticians />
      </div>
      <p className="mt-8 mb-10">
        <Link to="/politicians" className={buttonClass({ variant: 'secondary' })}>
          Politician Directory
        </Link>
      </p>
      {!site.local && <HowComputed />}
    </div>
  )
}

function MyPoliticians() {
  const mine = useQuery(myPoliticiansQuery())
  const { data } = mine
  if (data) {
    if (data.results.length === 0) return <NoRepresentatives state={data.state} needsDistrict={data.needs_district} />
    return (
      <>
        {data.needs_district && <SetDistrict state={data.state} />}
        <ul className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          {data.results.map((politician) => (
            <li key={politician.id} className="min-w-0">
              <MyPoliticianCard politician={politician} />
            </li>
          ))}
        </ul>
        <Part of="ratings">
          <p className="mt-4 max-w-prose text-sm text-soft">{raterReminder()}</p>
        </Part>
        {data.source && (
          <div className="mt-4">
            <SourceNote source={data.source} />
          </div>
        )}
      </>
    )
  }
  if (mine.error) return <ErrorState title="Your representatives could not be loaded" query={mine} />
  return <MyPoliticiansSkeleton />
}

function SettingsLink({ children }: { children: string }) {
  return (
    <Link to="/profile-settings" className={buttonClass({ variant: 'secondary', size: 'small' })}>
      {children}
    </Link>
  )
}

export function SetDistrict({ state }: { state: string | null }) {
  return (
    <p className={cardClass('mb-3 flex flex-wrap items-center justify-between gap-x-3 p-3')}>
      {state === null ? 'Your state' : stateName(state)} has several congressional districts. Set yours to see your
      representative.
      <SettingsLink>Set your district</SettingsLink>
    </p>
  )
}

export function NoRepresentatives({ state, needsDistrict }: { state: string | null; needsDistrict: boolean }) {
  if (site.local) {
    return (
      <EmptyState
        icon={<Landmark />}
        title="No officials of the whole site yet"
        action={
          <Link to="/politicians" className={buttonClass({ variant: 'secondary', size: 'small' })}>
            All officials
          </Link>
        }
      >
        Officials of a part of it, such as a ward, are shown in the directory alone.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Landmark />}
      title={state === null ? 'Where do you live?' : 'No officials for you yet'}
      action={<SettingsLink>{state !== null && needsDistrict ? 'Set your district' : 'Profile Settings'}</SettingsLink>}
    >
      {state === null
        ? 'Set your state in Profile Settings to see who represents you. We never ask for your address.'
        : 'They will be listed here once they are in the directory.'}
    </EmptyState>
  )
}

function MyPoliticianCard({ politician }: { politician: MyPolitician }) {
  const { id, name, state, district, votes, polls, agreement } = politician
  const nameId = `my-politician-${id}`
  return (
    <article aria-labelledby={nameId} className={cardClass('flex flex-col gap-4 p-4 sm:p-5')}>
      <header className="flex flex-wrap gap-4">
        <Avatar
          id={id}
          image={politician.profile_image}
          initials={initials(name)}
          size="large"
          className="h-25! rounded-control!"
        />
        <div className="min-w-0 flex-1 basis-28">
          <h2 id={nameId} className="text-xl leading-tight">
            <Link
              to="/politicians/$politicianId"
              params={{ politicianId: String(id) }}
              translate="no"
              className="hover:underline"
            >
              {name}
            </Link>
          </h2>
          <p className="mt-0.5 mb-2 text-sm text-soft">
            {stateName(state)}
            {district !== null && (district === 0 ? ', at large' : `, district ${district}`)}
          </p>
          <PoliticianBadges politician={politician} />
        </div>
      </header>
      <Part of="ratings">
        <ApprovalFigures politician={politician} />
      </Part>
      <News politician={politician} />
      {votes.length > 0 && (
        <Section id={`${nameId}-votes`} title="Last votes" of={name}>
          {votes.some((vote) => vote.is_sample) && (
            <p className="pt-2">
              <Badge tone="warning">Made up for this demo</Badge>
            </p>
          )}
          <ul className="divide-y divide-line">
            {votes.map((vote) => (
              <li key={vote.id} className="py-2">
                <RollCallLink rollCall={vote} />
                <span className="mt-1 flex flex-wrap items-center gap-2 text-soft">
                  <PositionSentence rollCall={vote} position={vote.position} />
                  {describeRollCall(vote).result} · <RollCallDate date={vote.date} />
                </span>
              </li>
            ))}
          </ul>
          <Link
            to="/politicians/$politicianId"
            params={{ politicianId: String(id) }}
            search={{ tab: 'records' }}
            className="text-link inline-flex min-h-11 items-center"
          >
            All votes <span className="sr-only">of {name}</span>
          </Link>
        </Section>
      )}
      {polls.length > 0 && (
        <Section id={`${nameId}-polls`} title="Open polls" of={name}>
          <ul className="divide-y divide-line">
            {polls.map((poll) => (
              <li key={poll.id} className="py-2">
                <Link to="/polls/{-$pollId}" params={{ pollId: String(poll.id) }} className="text-link wrap-anywhere">
                  {poll.question}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {agreement.common > 0 && <AgreementDetails id={id} name={name} counts={agreement} />}
    </article>
  )
}

/** What is new for the people whom the official represents. */
function News({ politician }: { politician: Pick<MyPolitician, 'new_votes' | 'new_polls'> }) {
  const news = [countText(politician.new_votes, 'vote'), countText(politician.new_polls, 'poll')].filter(Boolean)
  if (news.length === 0) return null
  return (
    <p className="text-sm">
      <Badge tone="brand">New</Badge> {news.join(' and ')} in the last {newDays} days
    </p>
  )
}

function countText(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? noun : `${noun}s`}`
}

function Section({ id, title, of, children }: { id: string; title: string; of: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="text-sm">
      <h3 id={id} className="border-b border-line pb-1 text-base">
        {title} <span className="sr-only">of {of}</span>
      </h3>
      {children}
    </section>
  )
}

function MyPoliticiansSkeleton() {
  return (
    <LoadingState label="Loading your representatives..." rows={4} className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <Skeleton className="h-96 w-full" />
    </LoadingState>
  )
}
