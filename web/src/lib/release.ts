import { createStore, useStore } from './store.ts'

const own = document.documentElement.dataset['release']
let newest = own
const store = createStore(() => (newest === own ? undefined : newest))

/**
 * Called with the name of the release of a server. Servers of an older one may run beside new ones, and the same code may have
 * been built twice; neither is an update.
 */
export function learnRelease(name: string | null): void {
  if (!own || !name || !newest || !isNewer(name, newest)) return
  newest = name
  store.notify()
}

/** The name of a release that is newer than this page, once a server has named it. */
export function useNewRelease(): string | undefined {
  return useStore(store)
}

/** A name consists of the time of the build in seconds and a hash of its content, see `web/vite-release.ts`. */
function isNewer(name: string, than: string): boolean {
  const [time, hash] = name.split('-')
  const [otherTime, otherHash] = than.split('-')
  return hash !== otherHash && Number(time) > Number(otherTime)
}
