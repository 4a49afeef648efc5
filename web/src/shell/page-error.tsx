import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'

/** The error boundary of every page: the shell around it keeps working. */
export function PageError({ reset }: ErrorComponentProps) {
  const router = useRouter()
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
        <p>This page could not be shown. Trying again often helps; the rest of the site still works.</p>
      </ErrorState>
    </div>
  )
}
