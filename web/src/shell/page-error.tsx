import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { optionalCode } from '#lib/optional-code.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { isMissingCode, reloadOnceFor } from '#lib/missing-code.ts'

/** The default error boundary of all pages. The header and footer around it keep working. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const reloading = useReloadOnce(error)
  useEffect(() => {
    void optionalCode(() => import('#lib/api/error-reports.ts')).then((reports) => reports?.reportError(error))
  }, [error])
  const retry = async () => {
    // The page may have failed because of what is cached, so it is loaded again.
    queryClient.removeQueries({ type: 'inactive' })
    // First, because a reset alone would throw the error again.
    await router.invalidate()
    reset()
  }
  useWhenOnline(retry, isMissingCode(error))
  if (reloading) return <div aria-busy className="min-h-96" />
  return (
    <div className="page">
      <h1 className="sr-only">{isMissingCode(error) ? 'This page could not be loaded' : 'Something went wrong'}</h1>
      <ErrorState
        title={isMissingCode(error) ? 'This page could not be loaded' : 'Something went wrong'}
        onRetry={retry}
        action={
          <Link to="/" className={buttonClass({ variant: 'ghost' })}>
            Return to Home
          </Link>
        }
      >
        {isMissingCode(error) ? (
          <p>Check your connection and try again. The page also opens by itself when the network is back.</p>
        ) : (
          <p>This page could not be displayed. Trying again often helps. The rest of the site still works.</p>
        )}
      </ErrorState>
    </div>
  )
}

/** Reloads the page once if its code is missing, as after an update of the site. True until that is decided. */
function useReloadOnce(error: unknown): boolean {
  const [checked, setChecked] = useState<unknown>()
  useEffect(() => {
    if (!isMissingCode(error)) return undefined
    let left = false
    const check = async () => {
      const reloads = await reloadOnceFor(error)
      if (!reloads && !left) setChecked(error)
    }
    void check()
    return () => {
      left = true
    }
  }, [error])
  return isMissingCode(error) && checked !== error
}

function useWhenOnline(act: () => Promise<void>, enabled: boolean): void {
  const onOnline = useEffectEvent(() => void act())
  useEffect(() => {
    if (!enabled) return undefined
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [enabled])
}

// Few people see it.
const Page = lazyComponent(() => import('./on-demand/not-found.tsx').then((module) => module.NotFound))

export const NotFound = () => (
  <div data-not-found>
    <Page />
  </div>
)
