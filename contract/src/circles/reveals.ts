/** When the results of a poll are shown. `when_published`: staff release them within 30 days after the close. */
export const reveals = ['always', 'at_close', 'when_published'] as const
export type Reveal = (typeof reveals)[number]
