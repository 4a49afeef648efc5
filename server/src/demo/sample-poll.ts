/** A poll of the demo. Hours are relative to the time of seeding. */
export interface SamplePoll {
  category: string
  /** `{official}` is replaced with the title and name of the official it is about. */
  question: string
  description?: string
  /** Option texts with their relative share of the votes. */
  options: Record<string, number>
  /** Negative for a scheduled poll. */
  /** Whether the three groups of opinion agree on an option or lead with different ones. Most polls do neither. */
  groups?: 'agree' | 'divide'
  publishedHoursAgo: number
  /** Negative for a closed poll. Null: never closes. */
  closesInHours: number | null
  votes: number
  featured?: true
  /** Index of the sample official it is about, from 0. */
  about?: number
  /** The bill that Congress voted on, the options that mean yea and nay, and which of them the demo account chose. */
  congress?: { act: string; yea: string; nay: string; demo?: 'yea' | 'nay' }
}
