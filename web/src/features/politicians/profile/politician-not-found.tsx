import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { RetryButton } from '#ui/retry-button.tsx'
import { politicianNotFound } from '#features/politicians/messages.ts'

export function PoliticianNotFound({ onRetry }: { onRetry: () => unknown }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const goBack = () => (canGoBack ? router.history.back() : void router.navigate({ to: '/politicians' }))
  return (
    <div role="alert" className="flex flex-col items-center gap-4 py-16 text-center">
      <h1 className="text-3xl sm:text-4xl">{politicianNotFound}</h1>
      <p className="max-w-prose text-soft">
        This official may have left office, or the page could not be loaded just now.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button variant="secondary" onClick={goBack}>
          Go Back
        </Button>
        <RetryButton variant="primary" onRetry={onRetry} />
      </div>
    </div>
  )
}
