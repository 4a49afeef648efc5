import { fullCount } from '@wtpu/contract/full-count'
import type { Case } from '@wtpu/contract/moderation/cases'
import { RelativeTime } from '#community/relative-time.tsx'
import { Disclosure } from '#ui/disclosure.tsx'

/** The comments around the content, as they stand now. */
export function Thread({ comments }: { comments: NonNullable<Case['content']>['thread'] }) {
  return (
    <Disclosure title={`The thread (${fullCount(comments.length)})`} className="mt-1">
      <ol aria-label="Thread" className="grid gap-3 border-l-2 border-line pl-4">
        {comments.map(({ id, author, text, lang, created_at, is_subject }) => (
          <li key={id} aria-current={is_subject || undefined}>
            <p className="text-sm text-soft">
              <span className="font-semibold">{author}</span> · <RelativeTime at={created_at} preset="forum" />
              {is_subject && ' · this comment'}
            </p>
            <p dir="auto" lang={lang ?? undefined} className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
