import type { Discussion } from '@wtpu/contract/forums/discussions'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { RelativeTime } from '#community/relative-time.tsx'
import { fullCount } from '#lib/format.ts'
import { SidebarSection } from '#ui/sidebar-section.tsx'
import { guidelines } from './messages.ts'

/** Specification 2: beside the discussion, or below it on small screens. */
export function DiscussionSidebar({ discussion: { num_comments, created_at } }: { discussion: Discussion }) {
  return (
    <aside
      aria-label="About this discussion"
      className="grid content-start gap-4 sm:max-lg:grid-cols-2 lg:sticky lg:top-24 lg:gap-5 lg:self-start"
    >
      <SidebarSection title="Discussion Stats">
        <dl className="divide-y divide-line">
          <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
            <dt className="text-soft">Total Replies</dt>
            <dd className="font-semibold tabular-nums">{fullCount(num_comments)}</dd>
          </div>
          <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
            <dt className="text-soft">Created</dt>
            <dd>
              <RelativeTime at={created_at} preset="forum" />
            </dd>
          </div>
        </dl>
      </SidebarSection>
      <SidebarSection title="Discussion Guidelines">
        <ul className="list-disc space-y-1 ps-5 text-soft">
          {guidelines.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <Link to="/guidelines" className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-link">
          Read the guidelines <ArrowRight aria-hidden className="size-4" />
        </Link>
      </SidebarSection>
    </aside>
  )
}
