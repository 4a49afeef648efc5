import ExternalLink from 'lucide-react/icons/external-link'
import Link2 from 'lucide-react/icons/link-2'
import type { ComponentProps, ReactElement } from 'react'
import { copyLink } from '#community/copy-link.ts'
import { Menu, MenuItem, MenuLink } from '#ui/on-demand/menu.tsx'
import { copiedForTikTok, shareText } from '../messages.ts'
import { permalink, shareAddresses } from '../rules.ts'

/** The providers that a post's permalink can be shared with. */
export function ShareMenuList({ postId, button }: { postId: number; button: ReactElement<ComponentProps<'button'>> }) {
  const link = permalink(postId, window.location.origin)
  const { TikTok, ...others } = shareAddresses(link, shareText)
  return (
    <Menu button={button}>
      {Object.entries(others).map(([provider, address]) => (
        <MenuLink key={provider} href={address} icon={<ExternalLink aria-hidden />}>
          {provider}
        </MenuLink>
      ))}
      <MenuLink href={TikTok} icon={<ExternalLink aria-hidden />} onSelect={() => void copyLink(link, copiedForTikTok)}>
        TikTok
      </MenuLink>
      <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyLink(link)}>
        Copy link
      </MenuItem>
    </Menu>
  )
}
