import { useState } from 'react'
import { getSession, useSession } from '#lib/session/session.ts'
import { draftKeyPrefix, sessionStore, readJson } from './storage.ts'

/**
 * Form state that survives a closed dialog, a reload or an expired session. It is kept in session storage per user until
 * `empty` is set again, and deleted on sign-out.
 *
 * @param name Unique per form and per object that the form is about. Without a name, the state is only kept in memory.
 * @param empty The empty form, the same object on every call. A stored draft of another shape is ignored.
 */
export function useDraft<T>(name: string | undefined, empty: T): [draft: T, setDraft: (draft: T) => void] {
  const key = keyOf(useSession()?.user_id, name)
  const [state, setState] = useState(() => ({ key, draft: readDraft(key, empty) }))
  const draft = state.key === key ? state.draft : readDraft(key, empty)
  return [
    draft,
    (next) => {
      // Do not store a draft for a user who has signed out in the meantime.
      const currentKey = keyOf(getSession()?.user_id, name)
      if (key === undefined) return setState({ key, draft: next })
      if (next === empty) sessionStore.remove(key)
      else if (currentKey === key) sessionStore.write(key, JSON.stringify(next))
      setState({ key, draft: next })
    },
  ]
}

const keyOf = (userId = 0, name: string | undefined) =>
  name === undefined ? undefined : `${draftKeyPrefix}${userId}:${name}`

function readDraft<T>(key: string | undefined, empty: T): T {
  if (key === undefined) return empty
  const found = readJson(key, sessionStore)
  return sameShape(found, empty) ? found : empty
}

/** Same fields of the same types. Array items are compared with the first item of the model's array. */
function sameShape<T>(value: unknown, model: T): value is T {
  if (typeof value !== typeof model) return false
  if (Array.isArray(model)) return Array.isArray(value) && value.every((item) => sameShape(item, model[0]))
  if (typeof model !== 'object' || model === null) return true
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const fields = new Map(Object.entries(value))
  return Object.entries(model).every(([name, field]) => sameShape(fields.get(name), field))
}
