import { Link } from '@tanstack/react-router'
import { Badge } from '#ui/badge.tsx'
import { cardClass } from '#ui/card.tsx'

/** Content that is hidden until a moderator has looked at it, for its author and moderators. Nobody can act on it. */
export function UnderReview({
  title,
  text,
  heading: Heading = 'h1',
}: {
  title: string
  text: string
  heading?: 'h1' | 'h2'
}) {
  return (
    <article className={cardClass('p-4 sm:p-6')}>
      <Badge tone="warning">Hidden during review</Badge>
      <Heading dir="auto" className="mt-3 text-2xl wrap-anywhere">
        {title}
      </Heading>
      <p dir="auto" className="mt-3 wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      <p className="mt-4 text-soft">
        Only its author and moderators see it until a moderator has looked at it. The author finds the outcome under{' '}
        <Link to="/profile-settings" className="text-link">
          Decisions about my content
        </Link>
        .
      </p>
    </article>
  )
}
