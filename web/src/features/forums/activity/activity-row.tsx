import type { ListedDiscussion } from '@wtpu/contract/forums/discussions'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { RelativeTime } from '#community/relative-time.tsx'
import { useNow } from '#lib/time.ts'
import { ActivityDot, activityAge } from '#features/forums/activity-dot.tsx'
import { StatusBadges } from '#features/forums/discussion-badges.tsx'
import { categoryOf } from '#features/forums/category.ts'
import { amount } from '#features/forums/messages.ts'
import { titleIdOf } from '#features/forums/title-id.ts'

/** A discussion and the age of its last activity, as a color and in words. The whole row leads to the discussion. */
export const ActivityRow = memo(function ActivityRow({ discussion }: { discussion: ListedDiscussion }) {
  const { id, title, updated_at, num_comments, author } = discussion
  const now = useNow(60_000)
  return (
    <li className="relative flex items-start gap-3.5 p-4 hover:bg-sunken sm:px-5">
      <span className="mt-2">
        <ActivityDot age={activityAge(updated_at, now)} labelled />
      </span>
      {/* On phones, the age is at the start of the last line, followed by the badges. */}
      <div className="flex min-w-0 flex-1 items-center gap-x-2 gap-y-1 max-sm:flex-wrap sm:items-start sm:justify-between sm:gap-6">
        <div className="min-w-0 max-sm:contents">
          <h2 className="font-sans max-sm:-order-2 max-sm:basis-full text-base leading-snug font-semibold tracking-normal wrap-anywhere">
            <Link
              id={titleIdOf(id)}
              to="/forums/$discussionId"
              params={{ discussionId: String(id) }}
              dir="auto"
              className="after:absolute after:inset-0 hover:underline"
            >
              {title}
            </Link>
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft max-sm:contents">
            <span className="max-sm:-order-2 max-sm:basis-full">
              {categoryOf(discussion).name} · <bdi>{author.name}</bdi> · {amount(num_comments, 'reply', 'replies')}
            </span>
            <StatusBadges discussion={discussion} />
          </p>
        </div>
        <p className="shrink-0 max-sm:-order-1">
          <RelativeTime at={updated_at} preset="forum" />
        </p>
      </div>
    </li>
  )
})
