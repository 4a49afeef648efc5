/** How long the author can edit a post. */
export const editMinutes = 15

/** Pinned comments of a discussion. */
export const maxPinned = 3

/** How long a decision of a moderator can be appealed against. */
export const appealDays = 30

/** Younger accounts cannot create tags. Moderators always can. */
export const tagAccountAgeHours = 24

/**
 * What accounts on their first day, or without a confirmed email, may write: posts, comments and reports in 24 hours, and links
 * in each text. A discussion counts as a post.
 */
export const newcomerLimits = { posts: 5, comments: 20, reports: 5, links: 2 }
