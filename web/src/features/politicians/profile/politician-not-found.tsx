import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { UserRoundX } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { NotFound } from '#ui/empty-state.tsx'
import { RetryButton } from '#ui/retry-button.tsx'
import { politicianNotFound } from '#features/politicians/messages.ts'

export function PoliticianNotFound({ onRetry }: { onRetry: () => unknown }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const goBack = () => (canGoBack ? router.history.back() : void router.navigate({ to: '/politicians' }))
  return (
    <NotFound
      role="alert"
      icon={<UserRoundX />}
      title={politicianNotFound}
      actions={
        <>
          <Button variant="secondary" onClick={goBack}>
            Go Back
          </Button>
          <RetryButton variant="primary" onRetry={onRetry} />
        </>
      }
    >
      This official may have left office, or the page could not be loaded just now.
    </NotFound>
  )
}
