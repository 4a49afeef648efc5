import { serverAnswers } from '#lib/missing-code.ts'
import { Button } from '#ui/button.tsx'
import { toast } from './toast.tsx'

/**
 * Says that something could not be opened because its code could not be loaded. If the server answers, the code is missing there,
 * as after an update: the toast offers to reload the page. It does not reload by itself, because that would lose chosen files.
 */
export async function sayNotOpened(title = 'This could not be opened'): Promise<void> {
  const isOnline = await serverAnswers()
  toast({
    title,
    description: isOnline
      ? 'Probably, the site was updated. Reload the page and try again.'
      : 'Check your connection and try again.',
    action: isOnline && (
      <Button size="small" onClick={() => window.location.reload()}>
        Reload the Page
      </Button>
    ),
    variant: 'error',
  })
}
