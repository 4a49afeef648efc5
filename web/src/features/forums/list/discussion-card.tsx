import { attributesOf } from '@wtpu/contract/schemas'
import { fullCount } from '@wtpu/contract/full-count'
import { charactersOf } from '@wtpu/contract/characters'
import { excerptMaxLength, type ListedDiscussion } from '@wtpu/contract/forums/discussions'
import { plainText } from '@wtpu/contract/forums/plain-text'
import type { Tag } from '@wtpu/contract/forums/tags'
import type { SnippetPart } from '@wtpu/contract/site/search'
import { Link } from '@tanstack/react-router'
import Eye from 'lucide-react/icons/eye'
import MessageSquare from 'lucide-react/icons/message-square'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { memo, type ReactNode } from 'react'
import { AuthorAvatar, ProfileLink } from '#community/author-line.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Snippet } from '#community/snippet.tsx'
import { compactCount } from '#lib/format.ts'
import { cardClass } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CategoryBadge, StatusBadges, titleIdOf } from '#features/forums/discussion-badges.tsx'
import { parseForumSearch } from '#features/forums/search.ts'
import { parseThreadSearch } from '#features/forums/thread/thread-search.ts'
import { LoadingState } from '#ui/loading-state.tsx'

/** A discussion in a list. The whole card leads to it; the links in it come first. */
export const DiscussionCard = memo(function DiscussionCard({ discussion }: { discussion: ListedDiscussion }) {
  const { id, title, tags, snippet } = discussion
  const titleId = titleIdOf(id)
  const markedTitle = snippet && inTitle(title, snippet)
  return (
    <article
      aria-labelledby={titleId}
      className={cardClass('relative p-4 transition-colors duration-150 hover:border-edge sm:p-5')}
    >
      <div className="flex flex-wrap items-center gap-2">
        <CategoryBadge discussion={discussion} />
        <StatusBadges discussion={discussion} />
      </div>
      <h2 className="mt-2 text-xl leading-snug wrap-anywhere">
        <Link
          id={titleId}
          to="/forums/$discussionId"
          params={{ discussionId: String(id) }}
          dir="auto"
          {...attributesOf(discussion)}
          className="after:absolute after:inset-0 after:rounded-card hover:underline"
        >
          {markedTitle ? <Snippet parts={markedTitle} /> : title}
        </Link>
      </h2>
      <Excerpt discussion={markedTitle ? { ...discussion, snippet: undefined } : discussion} />
      <CardTags tags={tags} />
      <CardFooter discussion={discussion} />
    </article>
  )
})

/** The start of the description, or, in a search, the best match. A match in a reply leads to the reply. */
function Excerpt({ discussion }: { discussion: ListedDiscussion }) {
  const { id, description, snippet, matched_comment } = discussion
  const attributes = attributesOf(snippet ? { lang: discussion.snippet_lang } : discussion)
  const className = 'mt-1.5 line-clamp-3 leading-relaxed text-soft wrap-anywhere'
  if (snippet && matched_comment !== undefined) {
    return (
      <p dir="auto" className={className}>
        <Link
          to="/forums/$discussionId"
          params={{ discussionId: String(id) }}
          search={parseThreadSearch({ comment: matched_comment })}
          className="relative z-1 hover:underline"
        >
          <span className="font-semibold text-accent">In a reply:</span>{' '}
          <span {...attributes}>
            <Snippet parts={snippet} />
          </span>
        </Link>
      </p>
    )
  }
  return (
    <p dir="auto" {...attributes} className={className}>
      {snippet ? <Snippet parts={snippet} /> : excerptOf(description)}
    </p>
  )
}

function excerptOf(description: string): string {
  // The server cuts longer descriptions off, perhaps within a character.
  const isCut = Array.from(description).length >= excerptMaxLength
  return isCut ? `${charactersOf(plainText(description)).slice(0, -1).join('')}…` : plainText(description)
}

function CardFooter({ discussion }: { discussion: ListedDiscussion }) {
  const { author, updated_at, created_at, num_comments, views, like_count } = discussion
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-3">
      <div className="flex min-w-0 flex-wrap items-center gap-2.5">
        <span className="relative z-1 flex">
          <AuthorAvatar author={author} size="small" />
        </span>
        <p className="min-w-0 flex-1 basis-28 text-sm leading-snug text-soft">
          <ProfileLink
            user={author.id}
            className="relative z-1 block py-1 font-semibold wrap-anywhere text-ink hover:underline"
          >
            <bdi translate="no">{author.name}</bdi>
          </ProfileLink>
          {updated_at === created_at ? 'Started: ' : 'Last activity: '}
          <RelativeTime at={updated_at} preset="forum" />
        </p>
      </div>
      <ul aria-label="In figures" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
        <Figure icon={<MessageSquare />} count={num_comments} noun="reply" plural="replies" />
        <Figure icon={<Eye />} count={views} noun="view" plural="views" />
        <Figure icon={<ThumbsUp />} count={like_count} noun="like" plural="likes" />
      </ul>
    </div>
  )
}

/** A count with its word, which is only for screen readers on phones. */
function Figure({ icon, count, noun, plural }: { icon: ReactNode; count: number; noun: string; plural: string }) {
  return (
    <li title={fullCount(count)} className="flex items-center gap-1.5 whitespace-nowrap tabular-nums [&_svg]:size-4">
      <span aria-hidden>{icon}</span>
      {compactCount(count)} <span className="max-sm:sr-only">{count === 1 ? noun : plural}</span>
    </li>
  )
}

const shownTags = 2

/** Two tags, then "+N more". The names of the others are for screen readers and shown on hover. */
function CardTags({ tags }: { tags: readonly Tag[] }) {
  if (tags.length === 0) return null
  const others = tags.slice(shownTags).map(({ name }) => name)
  return (
    <ul aria-label="Tags" className="mt-3 flex flex-wrap items-center gap-2">
      {tags.slice(0, shownTags).map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Link
            to="/forums"
            search={parseForumSearch({ tag: String(id) })}
            className="relative z-1 block rounded-full border border-line px-2.5 py-0.5 text-sm wrap-anywhere text-soft after:absolute after:-inset-x-1 after:-inset-y-2 hover:border-edge hover:text-ink"
          >
            <bdi>#{name}</bdi>
          </Link>
        </li>
      ))}
      {others.length > 0 && (
        <li title={others.join(', ')} className="relative z-1 px-1 text-sm text-soft">
          +{others.length} more<span className="sr-only">: {others.join(', ')}</span>
        </li>
      )}
    </ul>
  )
}

/** The whole title with its marks if the snippet is a part of it. Showing the snippet below would repeat the title. */
function inTitle(title: string, snippet: readonly SnippetPart[]): SnippetPart[] | undefined {
  const found = snippet.map(({ text, match }) => ({ text: text.replace(/^…|…$/gu, ''), match }))
  const text = found.map((part) => part.text).join('')
  const at = title.indexOf(text)
  if (text === '' || at === -1) return undefined
  const before = { text: title.slice(0, at), match: false }
  return [before, ...found, { text: title.slice(at + text.length), match: false }]
}

/** A placeholder in the shape of a discussion card. */
function DiscussionCardSkeleton() {
  return (
    <div className={cardClass('p-4 sm:p-5')}>
      <Skeleton className="h-6 w-28 rounded-full!" />
      <Skeleton className="mt-3 h-6 w-4/5" />
      <Skeleton className="mt-3.5 h-4" />
      <Skeleton className="mt-2.5 h-4" />
      <Skeleton className="mt-2.5 h-4 w-3/5" />
      <div className="mt-4 flex gap-2">
        <Skeleton className="h-6 w-20 rounded-full!" />
        <Skeleton className="h-6 w-24 rounded-full!" />
      </div>
      <div className="mt-4 flex items-center gap-2.5 border-t border-line pt-3">
        <Skeleton className="size-9 shrink-0 rounded-full!" />
        <div className="flex-1">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-1.5 h-4 w-36" />
        </div>
        <Skeleton className="h-4 w-40 max-sm:hidden" />
      </div>
    </div>
  )
}

export function DiscussionListSkeleton() {
  return (
    <LoadingState label="Loading discussions..." rows={4} className="grid gap-4">
      <DiscussionCardSkeleton />
    </LoadingState>
  )
}
