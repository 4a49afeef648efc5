import { Instant, Nullable } from './schemas.ts'

/** How long a vote or a rating can be taken back, once. In the last seconds of a poll, a vote cannot. */
export const undoSeconds = 10

/** Until when the viewer can take back the vote or rating. Null if it is final. */
export const UndoUntil = Nullable(Instant)

/** Messages of the error `vote_final`, by the reason. */
export const voteFinal = {
  late: `A vote can be taken back for ${undoSeconds} seconds. Yours is final now.`,
  again: 'You have taken back a vote in this poll before, so this one is final.',
  closing: `In the last ${undoSeconds} seconds of a poll, votes are final.`,
}
