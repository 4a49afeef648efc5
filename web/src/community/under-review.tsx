import { WrittenText } from './text/written-text.tsx'
import type { Written } from '@wtpu/contract/schemas'
import { Link } from '@tanstack/react-router'
import { deletePost, getPost } from '@wtpu/contract/boiler-room/posts'
import { deleteForumComment } from '@wtpu/contract/forums/comments'
import { deleteDiscussion, getDiscussion } from '@wtpu/contract/forums/discussions'
import { getHeldContent } from '@wtpu/contract/moderation/held'
import Trash2 from 'lucide-react/icons/trash'
import { useRef, useState, type ReactNode } from 'react'
import { call } from '#lib/api/api.ts'
import { ifGone } from '#lib/api/if-gone.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { DeleteDialog } from './menu/content-menu-list.tsx'

/** What tells whether each is gone. */
const reads = { post: getPost, discussion: getDiscussion, comment: getHeldContent }

interface Own {
  kind: keyof typeof reads
  id: number
}

/** Deletes content that only its author and moderators see. Its page is missing afterwards. */
const deleteHeld = ({ kind, id }: Own) =>
  sendOrRead<unknown>(
    () =>
      call({ post: deletePost, discussion: deleteDiscussion, comment: deleteForumComment }[kind], { params: { id } }),
    () => ifGone(call(reads[kind], { params: { kind: 'comment', id } }), {}),
  )

/** Content that is hidden until a moderator has looked at it, for its author and moderators. Only its author can delete it. */
export function UnderReview({
  title,
  text,
  writing,
  heading: Heading = 'h1',
  own,
}: {
  title: ReactNode
  text: string
  writing: Written
  heading?: 'h1' | 'h2'
  /** If the viewer wrote it. */
  own?: Own
}) {
  const [asking, setAsking] = useState(false)
  const [deleted, setDeleted] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <article className={cardClass('p-4 sm:p-6')}>
      {!deleted && <Badge tone="warning">Hidden during review</Badge>}
      <Heading ref={heading} dir="auto" tabIndex={-1} className="mt-3 text-2xl wrap-anywhere">
        {deleted && own ? `This ${own.kind} was deleted.` : title}
      </Heading>
      {!deleted && (
        <>
          <WrittenText writing={writing} className="mt-3 wrap-anywhere whitespace-pre-line">
            {text}
          </WrittenText>
          <p className="mt-4 text-soft">
            Only its author and moderators see it until a moderator has looked at it. The author finds the outcome under{' '}
            <Link to="/profile-settings" className="text-link">
              Decisions about my content
            </Link>
            .
          </p>
        </>
      )}
      {own && !deleted && (
        <Button variant="secondary" className="mt-4" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden className="size-4" /> Delete
        </Button>
      )}
      {own && (
        <DeleteDialog
          open={asking}
          onOpenChange={setAsking}
          noun={own.kind}
          focusAfterDelete={() => heading.current}
          onDelete={async () => {
            await deleteHeld(own)
            setDeleted(true)
          }}
        />
      )}
    </article>
  )
}
