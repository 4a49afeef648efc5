import { useState } from 'react'
import { getSession, useSession } from '#lib/session/session.ts'
import { draftKeyPrefix, sessionStore, readJson } from './storage.ts'

/**
 * What is being typed into a form, kept in this tab until `empty` is set again: a closed dialog, a reload or an expired
 * session loses nothing. It belongs to the person who typed it; sign-out forgets it.
 *
 * @param name One per form, and per thing the form is about.
 * @param empty The form untouched, the same object on every call. A stored draft of another shape is dropped.
 */
export function useDraft<T>(name: string, empty: T): [draft: T, setDraft: (draft: T) => void] {
  const key = `${draftKeyPrefix}${useSession()?.user_id ?? 0}:${name}`
  const [held, setHeld] = useState(() => ({ key, draft: stored(key, empty) }))
  const draft = held.key === key ? held.draft : stored(key, empty)
  return [
    draft,
    (next) => {
      // An answer that comes after the session ended leaves no trace of it.
      const owner = `${draftKeyPrefix}${getSession()?.user_id ?? 0}:${name}`
      if (next === empty) sessionStore.remove(key)
      else if (owner === key) sessionStore.write(key, JSON.stringify(next))
      setHeld({ key, draft: next })
    },
  ]
}

function stored<T>(key: string, empty: T): T {
  const found = readJson(key, sessionStore)
  return sameShape(found, empty) ? found : empty
}

/** As far as a form can tell: the same fields of the same kinds, and lists of what the first item is. */
function sameShape<T>(value: unknown, like: T): value is T {
  if (typeof value !== typeof like) return false
  if (Array.isArray(like)) return Array.isArray(value) && value.every((item) => sameShape(item, like[0]))
  if (typeof like !== 'object' || like === null) return true
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const fields = new Map(Object.entries(value))
  return Object.entries(like).every(([name, field]) => sameShape(fields.get(name), field))
}
