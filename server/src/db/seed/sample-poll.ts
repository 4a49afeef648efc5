/** A question of the demo. Hours count from the moment of seeding. */
export interface SamplePoll {
  category: string
  /** `{official}` stands for the title and name of the one it is about. */
  question: string
  description?: string
  /** Each with how much it is liked, compared to the others. */
  options: Record<string, number>
  /** Below zero: scheduled. */
  publishedHoursAgo: number
  /** Below zero: has ended. Null: never closes. */
  closesInHours: number | null
  votes: number
  featured?: true
  /** Which sample official it is about, from 0. */
  about?: number
}
