import type { LivePolitician } from '@wtpu/contract/live'
import type { Politician } from '@wtpu/contract/politicians'
import type { Query } from '@tanstack/react-query'
import { type FollowCounts, followCounts, type Newest } from '#lib/live/counts.ts'

/** Ratings also decide who is trending, and a profile shows the ratings of the home state. They are cached for 30 s. */
const refetchAfterMs = 30_000

/** Writes the counts of the live stream into all cached officials. */
export const followPoliticianCounts: FollowCounts = (queryClient) =>
  followCounts(queryClient, {
    path: '/api/politicians/',
    pick: ({ politicians }) => politicians,
    write: writePoliticianCounts,
    refetchAfterMs: (query, moved) => (isList(query) || isProfileOf(query, moved) ? refetchAfterMs : undefined),
  })

function writePoliticianCounts(row: object, newest: Newest<LivePolitician>): object {
  if (!isPolitician(row)) return row
  const counts = newest.get(row.id)
  if (!counts || counts.version <= (row.version ?? row.total_rating)) return row
  return { ...row, ...counts, total_rating: counts.good_job_count + counts.bad_job_count }
}

function isPolitician(row: object): row is Politician {
  return 'id' in row && 'good_job_count' in row && 'bad_job_count' in row && 'total_rating' in row
}

/** `/api/politicians/` with or without search parameters, which are the last part of the key, before 'pages'. */
function isList({ queryKey }: Query): boolean {
  const part = queryKey[2]
  return part === undefined || part === 'pages' || typeof part === 'object'
}

function isProfileOf({ queryKey }: Query, moved: ReadonlySet<number>): boolean {
  return moved.has(Number(queryKey[2]))
}
