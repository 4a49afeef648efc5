/** The most code points of a search. */
export const searchMaxLength = 100

/** What a search reads of a text. Cuts no emoji in half that has one code point. */
export const toSearchText = (text: string): string => Array.from(text).slice(0, searchMaxLength).join('')
