import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'

/** The default error boundary of all pages. The header and footer around it keep working. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => {
    void import('#lib/api/error-reports.ts').then(
      ({ reportError }) => reportError(error),
      () => undefined,
    )
  }, [error])
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className="frame py-16">
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorState
        title="Something went wrong"
        onRetry={retry}
        action={
          <Link to="/" className={buttonClass({ variant: 'ghost' })}>
            Return to Home
          </Link>
        }
      >
        <p>This page could not be displayed. Trying again often helps. The rest of the site still works.</p>
      </ErrorState>
    </div>
  )
}
