import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { claimSite } from '@wtpu/contract/site/on-demand/setup'
import { useEffect } from 'react'
import { call, type ApiFailure } from '#lib/api/api.ts'
import { storeRedirect } from '#lib/session/post-login-redirect.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { useSession } from '#lib/session/session.ts'
import { useLastError } from '#lib/api/query-errors.ts'
import { sessionStore } from '#lib/storage.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'

const key = 'setup_token'

/** Makes the account that is created or signed in here the first admin. The token leaves the address, but not the tab. */
export function SetupPage({ token }: { token: string }) {
  const signedIn = useSession() !== null
  const navigate = useNavigate()
  const claim = useMutation<unknown, ApiFailure>({
    mutationFn: () => call(claimSite, { body: { token: sessionStore.read(key) ?? '' } }),
    onSuccess: () => sessionStore.remove(key),
  })
  const failure = useLastError(claim)
  const { reset } = claim
  useEffect(() => {
    if (token === '') return
    sessionStore.write(key, token)
    // Another link may have been opened in this tab.
    reset()
    void navigate({ to: '/setup', hash: '', replace: true })
  }, [token, navigate, reset])
  if (token === '' && sessionStore.read(key) === null && !claim.isSuccess) {
    return (
      <FormAlert>
        This link is not complete. Open the whole link that the server printed, or make a new one on the server: npm run
        admin -- setup-link
      </FormAlert>
    )
  }
  if (!signedIn) {
    return (
      <>
        <p className="mb-6">First, you need an account. After that, you come back to this page.</p>
        <div className="flex flex-wrap gap-3">
          <Link to="/signup" className={buttonClass({ size: 'large' })} onClick={() => storeRedirect('/setup')}>
            Create an account
          </Link>
          <Link
            to="/login"
            className={buttonClass({ variant: 'secondary', size: 'large' })}
            onClick={() => storeRedirect('/setup')}
          >
            Sign in
          </Link>
        </div>
      </>
    )
  }
  if (claim.isSuccess) {
    return (
      <>
        <p ref={takeFocus} tabIndex={-1} className="mb-6 outline-none">
          You are an admin of this site.
        </p>
        <Link to="/admin" className={buttonClass({ size: 'large' })}>
          Go to Administration
        </Link>
      </>
    )
  }
  if (failure?.code === 'setup_link_ended') {
    return (
      <div className="grid justify-items-start gap-6">
        <FormAlert>{failure.message}</FormAlert>
        {/* The button that was pressed is gone. */}
        <Link ref={takeFocus} to="/" className={buttonClass({ variant: 'secondary', size: 'large' })}>
          Go to Home
        </Link>
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-4">
      <p>You are signed in. This account becomes the first admin of the site.</p>
      {failure && <FormAlert pending={claim.isPending}>{failure.message}</FormAlert>}
      <Button size="large" loading={claim.isPending} onClick={() => claim.mutate()}>
        Become the admin
      </Button>
    </div>
  )
}
