import { Share2 } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'

const ShareMenuList = lazyComponent(() => import('./share-menu-list.tsx').then((module) => module.ShareMenuList))

/** Shares the post's permalink. The menu is loaded on hover, focus or click. */
export function ShareMenu({ postId, name }: { postId: number; name: string }) {
  const [requested, setRequested] = useState(false)
  const placeholder = (
    <ShareButton
      name={name}
      aria-haspopup="menu"
      aria-expanded={false}
      {...ShareMenuList.preloadHandlers}
      onClick={() => setRequested(true)}
    />
  )
  if (!requested) return placeholder
  return <ShareMenuList fallback={placeholder} postId={postId} button={<ShareButton name={name} />} />
}

function ShareButton({ name, ...buttonProps }: ComponentProps<'button'> & { name: string }) {
  return (
    <Button {...buttonProps} variant="ghost" size="small" className="text-soft! sm:ml-auto">
      <Share2 aria-hidden className="size-4" />
      <span>
        Share <span className="sr-only">{name}</span>
      </span>
    </Button>
  )
}
