import { hasOnlyStopWords } from '@wtpu/contract/site/on-demand/stop-words'
import type { ReactNode } from 'react'

/** What to say about a search for stop words only. */
export const stopWordsMessage = (q: string) =>
  hasOnlyStopWords(q)
    ? 'Searches leave out words that are in almost every text, such as “the”. Add another word.'
    : undefined

/** What to do after a search of texts found nothing. Says so if it could not find anything. */
export function SearchAdvice({ q = '', children }: { q: string | undefined; children: ReactNode }) {
  const message = stopWordsMessage(q)
  return message ? <p>{message}</p> : children
}

/** Above a list that shows nothing after a search for such words only. */
export function StopWordsNote({ q = '' }: { q: string | undefined }) {
  const message = stopWordsMessage(q)
  return message && <p className="mb-4 text-soft">{message}</p>
}
