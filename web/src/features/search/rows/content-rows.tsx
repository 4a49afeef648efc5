import { initials } from '@wtpu/contract/accounts/names'
import type { CommentMatch, DiscussionMatch, PollMatch, PostMatch, SearchAuthor } from '@wtpu/contract/site/search'
import { Link } from '@tanstack/react-router'
import { MessagesSquare, Vote } from 'lucide-react'
import type { ReactNode } from 'react'
import { RelativeTime } from '#community/relative-time.tsx'
import { Snippet } from '#community/snippet.tsx'
import { fullCount } from '#lib/format.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconTile, ResultRow, rowLinkClass } from './result-row.tsx'

const amount = (count: number, one: string, many: string) => `${fullCount(count)} ${count === 1 ? one : many}`

export function PollRow({ match: { id, title, snippet, category, total_votes, is_closed } }: { match: PollMatch }) {
  return (
    <ResultRow
      image={
        <IconTile>
          <Vote />
        </IconTile>
      }
      snippet={snippet}
      facts={[category, amount(total_votes, 'vote', 'votes'), is_closed ? 'Closed' : 'Open']}
    >
      <Link to="/polls/{-$pollId}" params={{ pollId: String(id) }} dir="auto" className={rowLinkClass}>
        <Snippet parts={title} />
      </Link>
    </ResultRow>
  )
}

export function DiscussionRow({ match }: { match: DiscussionMatch }) {
  const { id, title, snippet, category, author, updated_at, num_comments } = match
  return (
    <ResultRow
      image={
        <IconTile>
          <MessagesSquare />
        </IconTile>
      }
      snippet={snippet}
      facts={[
        category,
        <bdi key="author">{author.name}</bdi>,
        amount(num_comments, 'reply', 'replies'),
        <RelativeTime key="time" at={updated_at} preset="forum" />,
      ]}
    >
      <Link to="/forums/$discussionId" params={{ discussionId: String(id) }} dir="auto" className={rowLinkClass}>
        <Snippet parts={title} />
      </Link>
    </ResultRow>
  )
}

export function PostRow({ match }: { match: PostMatch }) {
  const { id, snippet, author, created_at, likes_count, comments_count } = match
  return (
    <ResultRow
      image={<AuthorImage author={author} />}
      snippet={snippet}
      facts={[
        <RelativeTime key="time" at={created_at} preset="feed" />,
        amount(likes_count, 'like', 'likes'),
        amount(comments_count, 'comment', 'comments'),
      ]}
    >
      <Link to="/boiler-room" search={{ post: String(id) }} className={rowLinkClass}>
        <span className="sr-only">Post by </span>
        <bdi>{author.name}</bdi>
      </Link>
    </ResultRow>
  )
}

export function CommentRow({ match: { id, snippet, author, created_at, on } }: { match: CommentMatch }) {
  return (
    <ResultRow
      image={<AuthorImage author={author} />}
      snippet={snippet}
      facts={[<bdi key="on">{subjectOf(on)}</bdi>, <RelativeTime key="time" at={created_at} preset="comment" />]}
    >
      <CommentLink id={id} on={on}>
        <span className="sr-only">Comment by </span>
        <bdi>{author.name}</bdi>
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
  return <Avatar image={author.avatar} initials={initials(author.name)} size="small" />
}
