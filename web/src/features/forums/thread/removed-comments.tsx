import type { Discussion } from '@wtpu/contract/forums/discussions'
import { ShieldX } from 'lucide-react'
import { Markdown } from '#community/markdown/markdown.tsx'
import { contentName } from '#community/comment-row.tsx'

/** The viewer's own comments that a moderator removed, with the reason. Only their author sees them. */
export function RemovedComments({ comments }: { comments: Discussion['removed_comments'] }) {
  return (
    <ul aria-label="Your removed comments" className="mb-6 grid gap-3">
      {comments.map(({ id, content, reason }) => (
        <li key={id} className="rounded-card border border-line bg-warning-tint px-4 py-3">
          <p className="flex items-center gap-2 font-semibold text-warning">
            <ShieldX aria-hidden className="size-4 shrink-0" />
            A moderator removed your comment
          </p>
          <p className="mt-1 wrap-anywhere">
            <span className="font-semibold">Reason:</span> {reason}
          </p>
          <details className="mt-1">
            <summary className="flex min-h-11 items-center text-sm font-semibold">Show your comment</summary>
            <Markdown
              text={content}
              of={contentName('comment', 'You', content)}
              className="border-l-2 border-edge pl-3"
            />
          </details>
        </li>
      ))}
    </ul>
  )
}
