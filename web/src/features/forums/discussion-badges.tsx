import type { Discussion } from '@wtpu/contract/forums/discussions'
import { Link } from '@tanstack/react-router'
import Flame from 'lucide-react/icons/flame'
import Lock from 'lucide-react/icons/lock'
import { Badge } from '#ui/badge.tsx'
import { categoryOf } from './search.ts'
import { classes } from '#lib/classes.ts'

type Labels = Pick<Discussion, 'category' | 'category_id' | 'trending' | 'is_locked'>

/** The category, as a link to its discussions. */
export function CategoryBadge({ discussion }: { discussion: Labels }) {
  const { name, search } = categoryOf(discussion)
  return (
    <Link
      to="/forums"
      search={search}
      // Above the card's own link.
      className="relative z-1 flex rounded-full after:absolute after:-inset-x-1 after:-inset-y-2.5 hover:underline"
    >
      <Badge tone="brand">{name}</Badge>
    </Link>
  )
}

export function StatusBadges({ discussion: { trending, is_locked } }: { discussion: Labels }) {
  return (
    <>
      {trending && (
        <Badge tone="warning" icon={<Flame aria-hidden />}>
          Trending
        </Badge>
      )}
      {is_locked && <Badge icon={<Lock aria-hidden />}>Locked</Badge>}
    </>
  )
}

/** The id of the link to a discussion in a list, to move focus to it. */
export const titleIdOf = (id: number) => `discussion-${id}`

/** The color tells the age of the last activity, and `label` says it in words. */
const ages = [
  { underHours: 1, color: 'bg-good forced-highlight', label: 'Active in the last hour' },
  { underHours: 24, color: 'bg-accent', label: 'Active in the last 24 hours' },
  { underHours: 168, color: 'bg-group-b', label: 'Active in the last 7 days' },
  { underHours: Infinity, color: 'bg-edge forced-gray', label: 'Active more than 7 days ago' },
] as const
type Age = (typeof ages)[number]

const hourMs = 3_600_000

export function activityAge(instant: string, now: Date): Age {
  const hours = (now.getTime() - Date.parse(instant)) / hourMs
  return ages.find(({ underHours }) => hours < underHours) ?? ages[3]
}

/** Decorative unless it is `labelled`, where no text near it says the age. */
export function ActivityDot({ age: { color, label }, labelled = false }: { age: Age; labelled?: boolean }) {
  return (
    <span className="relative flex shrink-0 items-center">
      <span aria-hidden className={classes('size-2.5 rounded-full', color)} />
      {labelled && <span className="sr-only">{label}: </span>}
    </span>
  )
}

/** What the colors of the dots mean. */
export function ActivityLegend() {
  return (
    <ul aria-label="Colors of the dots" className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
      {ages.map((age) => (
        <li key={age.label} className="flex items-center gap-2">
          <ActivityDot age={age} />
          {age.label}
        </li>
      ))}
    </ul>
  )
}
