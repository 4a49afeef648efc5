import type { Discussion } from '@wtpu/contract/forums/discussions'
import { lazy, Suspense, useState } from 'react'
import { toast } from '#ui/toast/toast.tsx'

const load = () => import('./start-discussion-dialog.tsx')
const StartDiscussionDialog = lazy(() => load().then((module) => ({ default: module.StartDiscussionDialog })))

/** Opens the Start New Discussion dialog. Its code loads when its button is hovered or focused. */
export function useStartDiscussion(onStarted: (discussion: Discussion) => void) {
  const [isOpen, setOpen] = useState(false)
  // A closed dialog stays mounted, so that it returns focus.
  const [mounted, setMounted] = useState(false)
  async function show() {
    try {
      await load()
    } catch {
      toast({
        title: 'The form could not be loaded',
        description: 'Check your connection and try again.',
        variant: 'error',
      })
      return
    }
    setMounted(true)
    setOpen(true)
  }
  const preload = () => void load().catch(() => undefined)
  return {
    open: () => void show(),
    /** Props of the button. */
    preload: { onPointerEnter: preload, onFocus: preload },
    dialog: mounted && (
      <Suspense>
        <StartDiscussionDialog open={isOpen} onOpenChange={setOpen} onStarted={onStarted} />
      </Suspense>
    ),
  }
}
