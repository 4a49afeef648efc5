import { createHash, timingSafeEqual } from 'node:crypto'
import { toSingleLine, withoutInvisible } from '@wtpu/contract/schemas'

export const isSameCode = (typed: string, expected: string): boolean => isEqual(asTyped(typed), asTyped(expected))

/** Keyboards differ in the Unicode form of letters, and phones write curly quotes and long dashes. Capitals count. */
function asTyped(code: string): string {
  return toSingleLine(withoutInvisible(code.normalize('NFKC')))
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑‒–—―−-]+/g, '-')
}

function isEqual(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(actual), digest(expected))
}
