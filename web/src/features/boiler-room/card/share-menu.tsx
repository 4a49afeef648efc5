import { Share2 } from 'lucide-react'
import { Suspense, useState, type ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'

const loadList = () => import('./share-menu-list.tsx').then((module) => module.ShareMenuList)
const ShareMenuList = lazyComponent(loadList)

/** Shares the post's permalink. The menu is loaded on hover, focus or click. */
export function ShareMenu({ postId, name }: { postId: number; name: string }) {
  const [requested, setRequested] = useState(false)
  const preload = () => void loadList().catch(() => undefined)
  const placeholder = (
    <ShareButton
      name={name}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setRequested(true)}
    />
  )
  if (!requested) return placeholder
  return (
    <Suspense fallback={placeholder}>
      <ShareMenuList postId={postId} button={<ShareButton name={name} />} />
    </Suspense>
  )
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
