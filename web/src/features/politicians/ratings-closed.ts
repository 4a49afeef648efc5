import { useQuery } from '@tanstack/react-query'
import { site } from '@wtpu/contract/site/name'
import { dayIn, getSiteParts, isWithin, ratingsClosedSentence, type SiteParts } from '@wtpu/contract/site/site-parts'
import { query } from '#lib/api/api.ts'
import { siteTimeZone } from '#lib/on-demand/time-zone.ts'
import { useNow } from '#lib/time.ts'

const { off = [], forVisitors, ratings_closed = null } = site
/** What the page says. The live stream has it fetched when an admin changes it. */
const ofPage = {
  off: [...off],
  reading: forVisitors ? ('members' as const) : ('everyone' as const),
  ratings_closed,
  version: 0,
}
export const sitePartsQuery = query(getSiteParts, {}, { initialData: ofPage })

/** Whether the page was made for other parts of the site, or other readers, than the server says now. */
export const isOfOtherParts = ({ off: now, reading }: SiteParts): boolean =>
  reading !== ofPage.reading || now.toSorted().join() !== ofPage.off.toSorted().join()

const tickMs = { open: 3_600_000, dated: 5_000 }

/** Why nobody can rate now, by the clock of the server. Undefined while ratings are open. */
export function useRatingsClosed(): string | undefined {
  const { data } = useQuery(sitePartsQuery)
  const closed = data?.ratings_closed
  const now = useNow(closed ? tickMs.dated : tickMs.open)
  if (!closed) return undefined
  return isWithin(closed, dayIn(siteTimeZone(), now)) ? ratingsClosedSentence(closed) : undefined
}
