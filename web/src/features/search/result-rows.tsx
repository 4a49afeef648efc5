import { attributesOf, type Written } from '@wtpu/contract/schemas'
import { fullCount } from '@wtpu/contract/full-count'
import { whenShown } from '@wtpu/contract/polls/on-demand/hidden-results'
import type {
  SearchKind,
  SearchResponse,
  OfficialMatch,
  UserMatch,
  SnippetPart,
  CommentMatch,
  DiscussionMatch,
  PollMatch,
  PostMatch,
  SearchAuthor,
} from '@wtpu/contract/site/search'
import { isOn } from '@wtpu/contract/site/parts'
import { type ReactElement, type ReactNode, Fragment } from 'react'
import { initials } from '@wtpu/contract/accounts/names'
import { officeName, partyNames } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import { Link } from '@tanstack/react-router'
import BadgeCheck from 'lucide-react/icons/badge-check'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Vote from 'lucide-react/icons/vote'
import { Snippet } from '#community/snippet.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { cardClass } from '#ui/card.tsx'

/** A row for each match of a kind. */
export function matchRows(response: SearchResponse, kind: SearchKind): ReactElement[] {
  const { officials, polls, discussions, posts, comments, people } = response
  const rows: Record<SearchKind, () => ReactElement[] | undefined> = {
    officials: () => officials?.results.map((match) => <OfficialRow key={match.id} match={match} />),
    polls: () => polls?.results.map((match) => <PollRow key={match.id} match={match} />),
    discussions: () => discussions?.results.map((match) => <DiscussionRow key={match.id} match={match} />),
    posts: () => posts?.results.map((match) => <PostRow key={match.id} match={match} />),
    comments: () => comments?.results.map((match) => <CommentRow key={match.id} match={match} />),
    people: () => people?.results.map((match) => <UserRow key={match.id} match={match} />),
  }
  return rows[kind]() ?? []
}

const textOf = (parts: readonly SnippetPart[]) => parts.map(({ text }) => text).join('')

function OfficialRow({ match: { id, name, party, office, state, image } }: { match: OfficialMatch }) {
  return (
    <ResultRow
      image={<Avatar id={id} image={image} initials={initials(textOf(name))} size="small" />}
      facts={[officeName(office), ...(party === null ? [] : [labelOf(partyNames, party)]), stateName(state)]}
    >
      <Link
        to="/politicians/$politicianId"
        params={{ politicianId: String(id) }}
        translate="no"
        className={rowLinkClass}
      >
        <Snippet parts={name} />
      </Link>
    </ResultRow>
  )
}

function UserRow({ match }: { match: UserMatch }) {
  const { id, name, username, avatar, state, verified, followers_count } = match
  const followers = `${fullCount(followers_count)} ${followers_count === 1 ? 'follower' : 'followers'}`
  return (
    <ResultRow
      image={<Avatar id={id} image={avatar} initials={initials(textOf(name))} size="small" />}
      facts={[
        <span key="username" translate="no">
          @<Snippet parts={username} />
        </span>,
        ...(state === null ? [] : [stateName(state)]),
        ...(isOn('boiler-room') ? [followers] : []),
      ]}
    >
      <Link to="/user/$userId" params={{ userId: String(id) }} dir="auto" translate="no" className={rowLinkClass}>
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

const amount = (count: number, noun: string, plural: string) => `${fullCount(count)} ${count === 1 ? noun : plural}`

function PollRow({ match }: { match: PollMatch }) {
  const { id, title, snippet, category, total_votes, is_closed } = match
  return (
    <ResultRow
      image={
        <IconTile>
          <Vote />
        </IconTile>
      }
      snippet={snippet}
      facts={[category, whenShown(match) || amount(total_votes, 'vote', 'votes'), is_closed ? 'Closed' : 'Open']}
    >
      <Link to="/polls/{-$pollId}" params={{ pollId: String(id) }} dir="auto" className={rowLinkClass}>
        <Snippet parts={title} />
      </Link>
    </ResultRow>
  )
}

function DiscussionRow({ match }: { match: DiscussionMatch }) {
  const { id, title, snippet, category, author, updated_at, num_comments } = match
  return (
    <ResultRow
      image={
        <IconTile>
          <MessagesSquare />
        </IconTile>
      }
      snippet={snippet}
      writing={match}
      facts={[
        category,
        <bdi translate="no" key="author">
          {author.name}
        </bdi>,
        amount(num_comments, 'response', 'replies'),
        <RelativeTime key="time" at={updated_at} preset="forum" />,
      ]}
    >
      <Link
        to="/forums/$discussionId"
        params={{ discussionId: String(id) }}
        dir="auto"
        {...attributesOf(match)}
        className={rowLinkClass}
      >
        <Snippet parts={title} />
      </Link>
    </ResultRow>
  )
}

function PostRow({ match }: { match: PostMatch }) {
  const { id, snippet, author, created_at, likes_count, comments_count } = match
  return (
    <ResultRow
      image={<AuthorImage author={author} />}
      snippet={snippet}
      writing={match}
      facts={[
        <RelativeTime key="time" at={created_at} preset="feed" />,
        amount(likes_count, 'like', 'likes'),
        amount(comments_count, 'comment', 'comments'),
      ]}
    >
      <Link to="/boiler-room" search={{ post: String(id) }} className={rowLinkClass}>
        <span className="sr-only">Post by </span>
        <bdi translate="no">{author.name}</bdi>
      </Link>
    </ResultRow>
  )
}

function CommentRow({ match }: { match: CommentMatch }) {
  const { id, snippet, author, created_at, on } = match
  return (
    <ResultRow
      image={<AuthorImage author={author} />}
      snippet={snippet}
      writing={match}
      facts={[<bdi key="on">{subjectOf(on)}</bdi>, <RelativeTime key="time" at={created_at} preset="comment" />]}
    >
      <CommentLink id={id} on={on}>
        <span className="sr-only">Comment by </span>
        <bdi translate="no">{author.name}</bdi>
      </CommentLink>
    </ResultRow>
  )
}

function subjectOf({ kind, title }: CommentMatch['on']): string {
  if (kind === 'discussion') return `In “${title}”`
  return kind === 'post' ? `On a post by ${title}` : `On the wall of ${title}`
}

/** Comments on posts and walls have no address of their own. */
function CommentLink({ id, on, children }: Pick<CommentMatch, 'id' | 'on'> & { children: ReactNode }) {
  const subject = String(on.id)
  if (on.kind === 'post') {
    return (
      <Link to="/boiler-room" search={{ post: subject }} className={rowLinkClass}>
        {children}
      </Link>
    )
  }
  if (on.kind === 'politician') {
    return (
      <Link to="/politicians/$politicianId" params={{ politicianId: subject }} className={rowLinkClass}>
        {children}
      </Link>
    )
  }
  return (
    <Link
      to="/forums/$discussionId"
      params={{ discussionId: subject }}
      search={{ comment: id }}
      className={rowLinkClass}
    >
      {children}
    </Link>
  )
}

function AuthorImage({ author }: { author: SearchAuthor }) {
  return <Avatar id={author.id} image={author.avatar} initials={initials(author.name)} size="small" />
}

/** Makes the whole row a target of its link. */
const rowLinkClass = 'font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-card hover:underline'

/** A compact row: image, link, the place in the text that matches, and facts. */
function ResultRow({
  image,
  children,
  snippet,
  writing,
  facts,
}: {
  image: ReactNode
  /** The link, with `rowLinkClass`. */
  children: ReactNode
  snippet?: readonly SnippetPart[]
  /** What the snippet is of. */
  writing?: Written
  facts: readonly ReactNode[]
}) {
  return (
    <li className="relative flex flex-wrap gap-3 p-4 transition-colors duration-150 first:rounded-t-card last:rounded-b-card hover:bg-sunken/60">
      {image}
      <div className="min-w-0 flex-1 basis-40">
        <p className="leading-snug">{children}</p>
        {snippet && snippet.length > 0 && (
          <p
            dir="auto"
            {...attributesOf(writing)}
            className="mt-1 line-clamp-2 leading-relaxed text-soft wrap-anywhere"
          >
            <Snippet parts={snippet} />
          </p>
        )}
        <Facts facts={facts} />
      </div>
    </li>
  )
}

function Facts({ facts }: { facts: readonly ReactNode[] }) {
  // The facts of a row never change their places.
  const keyed = facts.map((fact, key) => ({ fact, key }))
  return (
    <p className="mt-1 text-sm wrap-anywhere text-soft tabular-nums">
      {keyed.map(({ fact, key }) => (
        <Fragment key={key}>
          <span className="inline-block max-w-full">
            {fact}
            {key < facts.length - 1 && <span aria-hidden>{'\u00a0·'}</span>}
          </span>{' '}
        </Fragment>
      ))}
    </p>
  )
}

/** A tile with an icon, for content without an image. Decorative. */
function IconTile({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-control bg-tint text-accent [&_svg]:size-5"
    >
      {children}
    </span>
  )
}

/** The rows of one kind. `data-result` marks the links that lead to a result. */
export function ResultList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} data-result className={cardClass('divide-y divide-line')}>
      {children}
    </ul>
  )
}
