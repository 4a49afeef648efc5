import { withoutFinalHashtags } from '@wtpu/contract/boiler-room/hashtags'
import type { Post, Revision } from '@wtpu/contract/boiler-room/posts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ImagePlus from 'lucide-react/icons/image-plus'
import TrendingUp from 'lucide-react/icons/trending-up'
import { memo, useCallback, useId, useRef, useState } from 'react'
import { AuthorAvatar, AuthorLine, EditedMark } from '#community/author-line.tsx'
import { ContentMenu } from '#community/menu/content-menu.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { RichText } from '#community/text/rich-text.tsx'
import { refetchEvery } from '#lib/live/live.ts'
import { useSession } from '#lib/session/session.ts'
import { useNow } from '#lib/time.ts'
import { type AgePreset } from '#lib/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { postDeleted } from '../messages.ts'
import { PostActions } from './post-actions.tsx'
import { postRevisionsQuery, postStateQuery, useDeletePost } from './post-api.ts'
import { PostMediaView } from './post-media.tsx'
import { postName } from './post-name.ts'
import { isEditable, permalink, postCardId } from '../rules.ts'

const EditHistory = lazyDialog(
  () => 'Edit history',
  () => import('#community/edit-history.tsx').then((module) => module.EditHistory<Revision>),
)
const DescriptionsDialog = lazyDialog(
  () => 'Edit descriptions',
  () => import('./post-editor.tsx').then((module) => module.DescriptionsDialog),
)
const PostEditor = lazyComponent(() => import('./post-editor.tsx').then((module) => module.PostEditor))

/** While the live stream is disconnected. Posts in lists are refetched with their list. */
const refetchMs = 30_000

interface PostCardProps {
  /** A row of a cached query below `/api/boilerroom/posts/`: likes, comments and edits are written to the cache. */
  post: Post
  /** The only post of its page: its comments are open, and the page's heading names the author. */
  alone?: boolean
  /** The post was there when the page opened, and has been deleted since. */
  deleted?: boolean
  /** How its age is written. */
  preset?: AgePreset
}

/** A post with its media, likes and comments. Memoized, because a list renders again for each post that changes. */
export const PostCard = memo(function PostCard({
  post,
  alone = false,
  deleted = false,
  preset = 'feed',
}: PostCardProps) {
  const { data: state } = useQuery({ ...postStateQuery(post), refetchInterval: alone && refetchEvery(refetchMs) })
  const own = useSession()?.user_id === post.user
  const { measured, spaceHolder } = useKeepHeight()
  const id = postCardId(post.id)
  if (deleted || state === null) {
    return (
      <div
        ref={own ? undefined : spaceHolder}
        id={id}
        tabIndex={-1}
        className="rounded-card border border-dashed border-edge p-4 text-soft sm:p-6"
      >
        {alone && <h1 className="sr-only">{postDeleted}</h1>}
        <p>{postDeleted}</p>
      </div>
    )
  }
  return (
    <article
      ref={measured}
      id={id}
      aria-label={postName(post)}
      tabIndex={-1}
      className={cardClass('@container scroll-mt-24 p-4 focus-visible:outline-offset-2 sm:p-6')}
    >
      {alone && <h1 className="sr-only">Post by {post.user_name}</h1>}
      <PostContent post={post} alone={alone} preset={preset} />
      <PostActions post={post} alone={alone} />
    </article>
  )
})

/** Gives one element the last height of another one that it replaces, so that nothing around it moves. */
function useKeepHeight() {
  const height = useRef(0)
  // React calls the cleanup while the element is still in the page.
  const measured = useCallback((element: HTMLElement) => () => void (height.current = element.offsetHeight), [])
  const spaceHolder = useCallback((element: HTMLElement | null) => {
    if (element) element.style.minHeight = `${height.current}px`
  }, [])
  return { measured, spaceHolder }
}

function PostContent({ post, alone, preset }: Required<Omit<PostCardProps, 'deleted'>>) {
  const [editing, setEditing] = useState(false)
  const [historyOpen, setHistoryOpen] = useState(false)
  const author = { id: post.user, name: post.user_name, avatar: post.user_avatar }
  const name = postName(post)
  const text = withoutFinalHashtags(post.text, post.hashtag_list)
  const showHistory = () => setHistoryOpen(true)
  function closeEditor() {
    setEditing(false)
    document.getElementById(postCardId(post.id))?.focus({ preventScroll: true })
  }
  return (
    <>
      {/* With large text on a phone, the author is below the image instead of next to it. */}
      <header className="flex flex-wrap justify-between gap-x-3">
        <AuthorAvatar author={author} />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 @max-[15rem]:order-last @max-[15rem]:basis-full">
          <AuthorLine
            author={author}
            createdAt={post.created_at}
            preset={preset}
            time={alone ? undefined : <Permalink post={post} name={name} preset={preset} />}
          >
            {post.edited_at !== null && <EditedMark of={name} onShowHistory={showHistory} />}
          </AuthorLine>
          {(post.is_trending || post.trending) && (
            <Badge tone="warning" icon={<TrendingUp aria-hidden />}>
              Trending
            </Badge>
          )}
        </div>
        <PostMenu post={post} name={name} onEdit={() => setEditing(true)} onShowHistory={showHistory} />
      </header>
      {editing ? (
        <PostEditor fallback={<Skeleton className="mt-3 h-44" />} post={post} onClose={closeEditor} />
      ) : (
        text !== '' && (
          <div className="mt-3">
            <RichText text={text} writing={post} of={name} hashtags />
          </div>
        )
      )}
      <PostMediaView media={post.media} of={name} />
      <AddDescription post={post} name={name} />
      <Hashtags names={post.hashtag_list} />
      {post.edited_at !== null && (
        <EditHistory
          open={historyOpen}
          onOpenChange={setHistoryOpen}
          noun="post"
          writing={post}
          current={{ text: post.text, created_at: post.edited_at }}
          revisions={postRevisionsQuery(post.id)}
        />
      )}
    </>
  )
}

/** The age of the post, which leads to the post alone. Its target is larger than its text. */
function Permalink({ post, name, preset }: { post: Post; name: string; preset: AgePreset }) {
  return (
    <Link
      to="/boiler-room"
      search={{ post: String(post.id) }}
      className="relative after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
    >
      <RelativeTime at={post.created_at} preset={preset} />
      <span className="sr-only">: open {name}</span>
    </Link>
  )
}

function Hashtags({ names }: { names: readonly string[] }) {
  const label = useId()
  if (names.length === 0) return null
  return (
    <>
      <p id={label} className="sr-only">
        Hashtags
      </p>
      <ul aria-labelledby={label} className="mt-2 flex flex-wrap gap-x-2">
        {names.map((name) => (
          <li key={name} className="min-w-0">
            <Link
              to="/boiler-room/hashtag/$tag"
              params={{ tag: name }}
              className="group flex min-h-11 max-w-full items-center"
            >
              <Badge tone="brand" className="max-w-full wrap-anywhere group-hover:underline">
                <span dir="auto">#{name}</span>
              </Badge>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** For what the author has posted without one. */
function AddDescription({ post, name }: { post: Post; name: string }) {
  const own = useSession()?.user_id === post.user
  const [open, setOpen] = useState(false)
  if (!own || post.media.every(({ alt }) => alt !== '')) return null
  return (
    <>
      <Button variant="ghost" size="small" className="-ml-3.5" onClick={() => setOpen(true)}>
        Add a description <span className="sr-only">to {name}</span>
      </Button>
      <DescriptionsDialog post={post} open={open} onOpenChange={setOpen} />
    </>
  )
}

/** How often the menu checks whether the post can still be edited. */
const clockIntervalMs = 30_000

function PostMenu({
  post,
  name,
  onEdit,
  onShowHistory,
}: {
  post: Post
  name: string
  onEdit: () => void
  onShowHistory: () => void
}) {
  const own = useSession()?.user_id === post.user
  const now = useNow(clockIntervalMs)
  const remove = useDeletePost(post)
  const [describing, setDescribing] = useState(false)
  const describe = {
    label: 'Edit descriptions',
    icon: <ImagePlus aria-hidden />,
    onSelect: () => setDescribing(true),
  }
  return (
    <div className="-mt-1 -mr-2 sm:-mr-3">
      <ContentMenu
        noun="post"
        of={name}
        content={{ kind: 'post', id: post.id }}
        own={own}
        author={{ id: post.user, name: post.user_name }}
        link={permalink(post.id, window.location.origin)}
        actions={own && post.media.length > 0 ? [describe] : undefined}
        onEdit={own && isEditable(post, now) ? onEdit : undefined}
        onShowHistory={post.edited_at === null ? undefined : onShowHistory}
        onDelete={own ? remove.mutateAsync : undefined}
        focusAfterDelete={() => document.getElementById(postCardId(post.id))}
      />
      <DescriptionsDialog post={post} open={describing} onOpenChange={setDescribing} />
    </div>
  )
}
