import { writtenBy } from '#community/language/written-choices.tsx'

/** What is sent with a text in English whose author chooses nothing. */
export const unchosen = writtenBy('', {})
