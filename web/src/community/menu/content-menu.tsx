import { lazyMenu } from '#ui/lazy-menu.tsx'
import { OptionsButton } from '#ui/options-button.tsx'
import type { ContentMenuListProps } from './content-menu-list.tsx'

const ContentMenuList = lazyMenu(() => import('./content-menu-list.tsx').then((module) => module.ContentMenuList))

/** The menu of a piece of content: what its author, or any other member, can do with it. */
export function ContentMenu({
  of,
  ...list
}: Omit<ContentMenuListProps, 'button'> & {
  /** Names the content, for example "Ada’s post: Good morning". */
  of: string
}) {
  return <ContentMenuList {...list} button={<OptionsButton>More options for {of}</OptionsButton>} />
}
