/**
 * How a voter came to the poll: on the home page, in a list or search, by a link to it, an embed, or a notice or mail. It is only
 * counted, never kept with the vote.
 */
export const voteSources = ['home', 'list', 'link', 'embed', 'notice', 'other'] as const
export type VoteSource = (typeof voteSources)[number]

/** How old the accounts of voters were when they voted. */
export const accountAges = ['under_week', 'under_month', 'under_year', 'older'] as const
export type AccountAge = (typeof accountAges)[number]
