import { hasOnlyStopWords } from '@wtpu/contract/site/stop-words'
import type { ReactNode } from 'react'

/** What to do after a search of texts found nothing. Says so if it could not find anything. */
export function SearchAdvice({ q = '', children }: { q: string | undefined; children: ReactNode }) {
  if (!hasOnlyStopWords(q)) return children
  return <p>Searches leave out words that are in almost every text, such as “the”. Add another word.</p>
}
