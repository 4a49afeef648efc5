import { fullCount } from '@wtpu/contract/full-count'
import { parseId } from '@wtpu/contract/schemas'
import { officeName, getPolitician } from '@wtpu/contract/politicians'
import { getPoll } from '@wtpu/contract/polls/polls'
import { site } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import { stateName } from '@wtpu/contract/states'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '#lib/api/api.ts'
import { savedRoute } from '#lib/session/post-login-redirect.ts'
import { cardClass } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Verb = 'Sign in' | 'Join'

/** What a visitor opened before they were sent to the sign-in screen. Shows nothing for other pages. */
export function SharedLink({ verb }: { verb: Verb }) {
  const [, kind, digits = ''] = /^\/(polls|politicians)\/(\d+)\/?(?:[?#]|$)/.exec(savedRoute() ?? '') ?? []
  const id = parseId(digits)
  // On a site for members only, visitors do not learn what it is about.
  if (id === undefined || site.forVisitors) return null
  return kind === 'polls' ? (
    <SharedPoll key={id} id={id} verb={verb} />
  ) : (
    <SharedOfficial key={id} id={id} verb={verb} />
  )
}

/** The poll may be missing or removed, and the server may not answer: the screen then only asks to sign in. */
function SharedPoll({ id, verb }: { id: number; verb: Verb }) {
  const { data: poll, isPending } = useQuery(query(getPoll, { params: { id } }))
  if (isPending) return <LoadingCard />
  if (!poll) return null
  const action = poll.is_closed ? 'see the results of' : 'vote on'
  const votes = `${fullCount(poll.total_votes)} ${poll.total_votes === 1 ? 'vote' : 'votes'}`
  return (
    <LinkCard title={`${verb} to ${action}:`} name={poll.question}>
      {poll.results_hidden ? 'Results are not shown yet' : poll.total_votes > 0 ? `${votes} so far` : 'No votes yet'}
    </LinkCard>
  )
}

function SharedOfficial({ id, verb }: { id: number; verb: Verb }) {
  const { data: official, isPending } = useQuery(query(getPolitician, { params: { id } }))
  if (isPending) return <LoadingCard />
  if (!official) return null
  const action = isOn('ratings') ? (official.retired ? 'see the ratings of' : 'rate') : 'read about'
  return (
    <LinkCard title={`${verb} to ${action}`} name={official.name}>
      {officeName(official.office)} for {stateName(official.state)}
    </LinkCard>
  )
}

function LinkCard({ title, name, children }: { title: string; name: string; children: ReactNode }) {
  return (
    <div className={cardClass('mt-6 max-w-md p-5')}>
      <h2 className="text-xl leading-snug">
        <span className="mb-1 block font-sans text-sm font-medium tracking-normal text-accent">{title} </span>
        {name}
      </h2>
      <p className="mt-2 text-sm text-soft tabular-nums">{children}</p>
    </div>
  )
}

function LoadingCard() {
  return (
    <div aria-busy className={cardClass('mt-6 max-w-md p-5')}>
      <Skeleton className="h-5 w-36" />
      <Skeleton className="mt-1 h-7" />
      <Skeleton className="mt-2 h-5 w-24" />
    </div>
  )
}
