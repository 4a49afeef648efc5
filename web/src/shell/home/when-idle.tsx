import { useIdle } from '#lib/use-idle.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

const HomeLater = lazyComponent(
  () => import('./after-home/home-later.tsx').then((module) => module.HomeLater),
  () => null,
)

/** What the first screen of the home page does not need, loaded once the browser is idle. */
export function WhenIdle() {
  return useIdle() && <HomeLater />
}
