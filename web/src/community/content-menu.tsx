import { Ellipsis } from 'lucide-react'
import { Suspense, useState, type ComponentProps } from 'react'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { ContentMenuListProps } from './content-menu-list.tsx'

const loadList = () => import('./content-menu-list.tsx').then((module) => module.ContentMenuList)
const ContentMenuList = lazyComponent(loadList)

type ContentMenuProps = Pick<ContentMenuListProps, 'content' | 'own' | 'link' | 'onEdit' | 'onShowHistory'> & {
  noun: 'post' | 'comment'
  /** Names the content, for example "Ada’s post: Good morning". */
  of: string
  /** Deletes the content. The dialog shows the message if this rejects. */
  onDelete?: () => Promise<unknown>
  /** Where focus goes after the content was deleted. */
  focusAfterDelete?: () => Element | null
}

/** The menu of a piece of content: what its author, or any other member, can do with it. Its list is loaded on demand. */
export function ContentMenu({ noun, of, onDelete, focusAfterDelete, ...list }: ContentMenuProps) {
  const [requested, setRequested] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const preload = () => void loadList().catch(() => undefined)
  const placeholder = (
    <MenuButton
      of={of}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setRequested(true)}
    />
  )
  return (
    <>
      {requested ? (
        <Suspense fallback={placeholder}>
          <ContentMenuList
            {...list}
            noun={noun}
            button={<MenuButton of={of} />}
            onDelete={onDelete && (() => setConfirming(true))}
          />
        </Suspense>
      ) : (
        placeholder
      )}
      {onDelete && (
        <DeleteDialog
          open={confirming}
          onOpenChange={setConfirming}
          noun={noun}
          onDelete={onDelete}
          focusAfterDelete={focusAfterDelete}
        />
      )}
    </>
  )
}

function MenuButton({ of, ...buttonProps }: ComponentProps<'button'> & { of: string }) {
  return (
    <button
      type="button"
      {...buttonProps}
      className="flex size-11 shrink-0 items-center justify-center rounded-full text-soft hover:bg-sunken hover:text-ink print:hidden"
    >
      <Ellipsis aria-hidden className="size-5" />
      <span className="sr-only">More options for {of}</span>
    </button>
  )
}
