import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'

/** Rendered around the progress of an upload: asks for confirmation before the user leaves the page. */
export function UploadGuard({ children }: { children: ReactNode }) {
  const blocker = useBlocker({
    // A permalink replaces the composer, although the path stays.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname || ('post' in next.search && next.search.post !== undefined),
    enableBeforeUnload: true,
    withResolver: true,
  })
  return (
    <>
      <Dialog
        open={blocker.status === 'blocked'}
        onOpenChange={(open) => !open && blocker.reset?.()}
        ignoresBack
        title="Leave while your post is uploading?"
        description="The upload will stop, and the post will not be published. Your text is kept as a draft."
        actions={
          <>
            <Button variant="secondary" onClick={() => blocker.reset?.()}>
              Stay
            </Button>
            <Button variant="destructive" onClick={() => blocker.proceed?.()}>
              Leave
            </Button>
          </>
        }
      />
      {children}
    </>
  )
}
