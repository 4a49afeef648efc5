/** The choices whose last try had no answer. Their next try is a repetition, for which the server returns what is stored. */
export const withoutAnswer = new Set<string>()
/** Call it when the viewer changes, because the next viewer has not sent these requests. */
export const forgetUnanswered = () => withoutAnswer.clear()
