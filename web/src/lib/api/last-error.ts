import { useState } from 'react'

/** The error of the last try, also while the next one is pending. For a `FormAlert` with `pending`. */
export function useLastError<E>({ error, isPending }: { error: E | null; isPending: boolean }): E | null {
  const [last, setLast] = useState(error)
  if (!isPending && last !== error) setLast(error)
  return isPending ? last : error
}
