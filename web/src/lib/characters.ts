/** For `ui/`, which knows no contract. */
export { characterCount, firstCodePoints } from '@wtpu/contract/characters'

/** The most code points of a search. */
export const searchMaxLength = 100
