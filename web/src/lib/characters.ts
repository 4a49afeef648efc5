/** For `ui/`, which knows no contract. */
export { characterCount } from '@wtpu/contract/characters'
