import { useBlocker } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'

/** Asks for confirmation before the user leaves an unsaved form by a link, with Back, or by closing the tab. */
export function UnsavedGuard({ when, onLeave }: { when: boolean; onLeave: () => void }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  })
  const leave = () => {
    onLeave()
    blocker.proceed?.()
  }
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="Your changes to the profile are not saved yet."
      actions={
        <>
          <Button variant="secondary" onClick={() => blocker.reset?.()}>
            Keep editing
          </Button>
          <Button variant="destructive" onClick={leave}>
            Leave
          </Button>
        </>
      }
    />
  )
}
