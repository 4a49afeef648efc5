import { useSession } from '#lib/session/session.ts'
import { useIdle } from '#lib/use-idle.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

const Representatives = lazyComponent(() =>
  import('#features/politicians/mine/home-section.tsx').then((module) => module.HomeSection),
)

/** The viewer's representatives. Loaded once the browser is idle; visitors never load it. */
export function HomeRepresentatives() {
  const signedIn = useSession() !== null
  const idle = useIdle()
  return signedIn && idle && <Representatives />
}
