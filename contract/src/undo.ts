import { Instant, Nullable } from './schemas.ts'

/** How long a vote or a rating can be taken back, once. In the last seconds of a poll, a vote cannot. */
export const undoSeconds = 10

/** Until when the viewer can take back the vote or rating. Null if it is final. */
export const UndoUntil = Nullable(Instant)
