import { type CaseSummary, claimMinutes } from '@wtpu/contract/moderation/cases'

/** Who looks at an open case. A claim expires after some minutes. */
export function claimerOf({ claimed_by, claimed_at, closed_at }: CaseSummary, now: Date): CaseSummary['claimed_by'] {
  if (claimed_at === null || closed_at !== null) return null
  return now.getTime() - Date.parse(claimed_at) < claimMinutes * 60_000 ? claimed_by : null
}
