import { share, shareTargets } from '#features/boiler-room/share/share.ts'
import { Button } from '#ui/button.tsx'
import { SidebarSection } from './sidebar-section.tsx'

/** Shares the current address. */
export function ShareButtons() {
  return (
    <SidebarSection title="Share">
      <ul className="grid grid-cols-2 gap-2">
        {shareTargets.map((target) => (
          <li key={target}>
            <Button
              variant="secondary"
              size="small"
              className="w-full"
              onClick={() => share(target, window.location.href)}
            >
              <span className="sr-only">Share this page on</span> {target}
            </Button>
          </li>
        ))}
      </ul>
    </SidebarSection>
  )
}
