/** The choices whose last try had no answer. Their next try is a repetition, for which the server returns what is stored. */
export const withoutAnswer = new Set<string>()
/** When the viewer changes, because the next one has not tried yet. */
export const forgetUnanswered = () => withoutAnswer.clear()
