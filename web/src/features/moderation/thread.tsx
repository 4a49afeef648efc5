import { WrittenText } from '#community/text/written-text.tsx'
import { fullCount } from '@wtpu/contract/full-count'
import type { Case } from '@wtpu/contract/moderation/cases'
import { RelativeTime } from '#ui/relative-time.tsx'

/** The comments around the content, as they stand now. Its own text is above them, so here is only its place. */
export function Thread({ comments }: { comments: NonNullable<Case['content']>['thread'] }) {
  return (
    <section className="mt-4">
      <h3 className="mb-2 font-sans text-base font-semibold">The thread ({fullCount(comments.length)})</h3>
      <ol aria-label="Thread" className="grid gap-3 border-l-2 border-line pl-4">
        {comments.map(({ id, author, text, created_at, is_subject, ...writing }) => (
          <li key={id} aria-current={is_subject || undefined}>
            <p className="text-sm text-soft">
              <span className="font-semibold">{author}</span> · <RelativeTime at={created_at} preset="forum" />
              {is_subject && ' · this comment, shown above'}
            </p>
            {!is_subject && (
              <WrittenText writing={writing} className="wrap-anywhere whitespace-pre-line">
                {text}
              </WrittenText>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
