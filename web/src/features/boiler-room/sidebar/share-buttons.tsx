import { copiedForTikTok, shareText } from '#features/boiler-room/card/messages.ts'
import { shareAddresses } from '#features/boiler-room/card/rules.ts'
import { Button } from '#ui/button.tsx'
import { SidebarSection } from '#ui/sidebar-section.tsx'

const providers = ['Facebook', 'Twitter', 'LinkedIn', 'TikTok'] as const

/** Shares the current address. */
export function ShareButtons() {
  return (
    <SidebarSection title="Share">
      <ul className="grid grid-cols-2 gap-2">
        {providers.map((provider) => (
          <li key={provider}>
            <Button variant="secondary" size="small" className="w-full" onClick={() => share(provider)}>
              <span className="sr-only">Share this page on</span> {provider}
            </Button>
          </li>
        ))}
      </ul>
    </SidebarSection>
  )
}

/** Opens the provider's share page in a new window. */
function share(provider: (typeof providers)[number]): void {
  const address = window.location.href
  window.open(shareAddresses(address, shareText)[provider], '_blank', 'noopener,noreferrer,width=640,height=640')
  if (provider === 'TikTok') void copyForTikTok(address)
}

/** Loaded on use, because the bundler puts it into one file with the menus of cards. */
async function copyForTikTok(address: string): Promise<void> {
  const { copyLink } = await import('#community/copy-link.ts')
  await copyLink(address, copiedForTikTok)
}
