import { initials } from '@wtpu/contract/accounts/names'
import { officeNames, partyNames } from '@wtpu/contract/politicians'
import type { OfficialMatch, PersonMatch, SnippetPart } from '@wtpu/contract/site/search'
import { stateName } from '@wtpu/contract/states'
import { Link } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import { Snippet } from '#community/snippet.tsx'
import { fullCount } from '#lib/format.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ResultRow, rowLinkClass } from './result-row.tsx'

const textOf = (parts: readonly SnippetPart[]) => parts.map(({ text }) => text).join('')

export function OfficialRow({ match: { id, name, party, office, state, image } }: { match: OfficialMatch }) {
  return (
    <ResultRow
      image={<Avatar image={image} initials={initials(textOf(name))} size="small" />}
      facts={[labelOf(officeNames, office), labelOf(partyNames, party), stateName(state)]}
    >
      <Link to="/politicians/$politicianId" params={{ politicianId: String(id) }} className={rowLinkClass}>
        <Snippet parts={name} />
      </Link>
    </ResultRow>
  )
}

export function PersonRow({ match }: { match: PersonMatch }) {
  const { id, name, username, avatar, state, verified, followers_count } = match
  const followers = `${fullCount(followers_count)} ${followers_count === 1 ? 'follower' : 'followers'}`
  return (
    <ResultRow
      image={<Avatar image={avatar} initials={initials(textOf(name))} size="small" />}
      facts={[
        <span key="username">
          @<Snippet parts={username} />
        </span>,
        ...(state === null ? [] : [stateName(state)]),
        followers,
      ]}
    >
      <Link to="/user/$userId" params={{ userId: String(id) }} dir="auto" className={rowLinkClass}>
        <Snippet parts={name} />
      </Link>
      {verified && (
        <>
          {' '}
          <BadgeCheck aria-hidden className="inline size-4 text-accent" />
          <span className="sr-only">Verified</span>
        </>
      )}
    </ResultRow>
  )
}

/** "Senator" for "Sen". */
function labelOf(labels: Readonly<Record<string, string>>, code: string): string {
  return labels[code] ?? code
}
