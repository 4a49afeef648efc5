import { listMentioned, maxMentioned } from '@wtpu/contract/mentions'
import { useEffect } from 'react'
import { call } from '#lib/api/api.ts'
import { getSession } from '#lib/session/session.ts'
import { createStore, useStore } from '#lib/store.ts'

/** Whether somebody has a username, in lower case. Kept until the page is reloaded. */
const answers = new Map<string, boolean>()
const wanted = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined
const store = createStore(() => answers)

/** False until it is known. The names of all texts that are shown at once are asked for in one call. */
export function useIsUsername(username: string): boolean {
  const name = username.toLowerCase()
  useEffect(() => {
    if (answers.has(name) || !getSession()) return
    wanted.add(name)
    timer ??= setTimeout(() => void ask())
  }, [name])
  return useStore(store, (known) => known.get(name) === true)
}

async function ask(): Promise<void> {
  timer = undefined
  const names = [...wanted].slice(0, maxMentioned)
  for (const name of names) wanted.delete(name)
  if (wanted.size > 0) timer = setTimeout(() => void ask())
  try {
    const existing = new Set(await call(listMentioned, { querystring: { names: names.join(',') } }))
    for (const name of names) answers.set(name, existing.has(name))
    store.notify()
  } catch {
    // These names stay text. The next text that mentions them asks again.
  }
}
