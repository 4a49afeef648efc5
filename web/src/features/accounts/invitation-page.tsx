import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { acceptInvitation } from '@wtpu/contract/site/invitations'
import { site } from '@wtpu/contract/site/name'
import { useEffect } from 'react'
import { call, type ApiFailure } from '#lib/api/api.ts'
import { useLastError } from '#lib/api/query-errors.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { forgetInvitation, readInvitation, storeInvitation } from '#lib/invitation.ts'
import { needsConfirmedEmail, useEmailConfirmed } from '#lib/session/email-confirmation.ts'
import { storeRedirect } from '#lib/session/post-login-redirect.ts'
import { useSession } from '#lib/session/session.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadingLink } from '#ui/on-demand/account-page.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { invitationQuery } from './api.ts'

const places = { user: '/', moderator: '/moderation', admin: '/admin' } as const
const names = { user: 'a member', moderator: 'a moderator', admin: 'an admin' } as const
type Role = keyof typeof names

/** What a link of an invitation opens. The token leaves the address, but not the tab. */
export function InvitationPage({ token: fromAddress }: { token: string }) {
  const token = fromAddress || readInvitation()
  const navigate = useNavigate()
  const isSignedIn = useSession() !== null
  const isConfirmed = useEmailConfirmed(isSignedIn)
  const invitation = useQuery(invitationQuery(token))
  const accept = useMutation<{ role: Role }, ApiFailure>({
    mutationFn: () => call(acceptInvitation, { body: { token: token ?? '' } }),
    onSuccess: forgetInvitation,
  })
  const { reset } = accept
  useEffect(() => {
    if (fromAddress === '') return
    storeInvitation(fromAddress)
    // Another link may have been opened in this tab.
    reset()
    void navigate({ to: '/invitation', hash: '', replace: true })
  }, [fromAddress, navigate, reset])
  const failure = useLastError(accept)
  if (accept.data) return <Accepted role={accept.data.role} />
  if (token === undefined)
    return <FormAlert>This link is not complete. Open the whole link of the invitation.</FormAlert>
  const ended = [invitation.error, failure].find((error) => error?.code === 'invitation_ended')
  if (ended)
    return (
      <Ended isSignedIn={isSignedIn} wasPressed={ended === failure}>
        {ended.message}
      </Ended>
    )
  if (invitation.error) return <ErrorState title="The invitation could not be opened" query={invitation} inCard />
  if (!invitation.data) return <LoadingLink />
  const { role } = invitation.data
  if (!isSignedIn) return <Choice role={role} />
  if (role === 'user') {
    return (
      <>
        <p className="mb-6">You are signed in, so you are a member already. The invitation stays for others.</p>
        <Link to="/" className={buttonClass({ size: 'large' })}>
          Go to Home
        </Link>
      </>
    )
  }
  return (
    <div className="grid justify-items-start gap-4">
      <p>You are signed in. This account becomes {names[role]} of the site.</p>
      {isConfirmed === false && (
        <p>First confirm your email, with the link that we sent you. Then come back to this page.</p>
      )}
      {failure && !(isConfirmed && needsConfirmedEmail(failure)) && (
        <FormAlert pending={accept.isPending}>{failure.message}</FormAlert>
      )}
      {resendAction(failure)}
      <Button size="large" loading={accept.isPending} onClick={() => accept.mutate()}>
        Become {names[role]}
      </Button>
    </div>
  )
}

function Choice({ role }: { role: Role }) {
  return (
    <>
      <p className="mb-6">
        You are invited to become {names[role]} of {site.name}.{' '}
        {role === 'user'
          ? 'Create an account, or sign in to the one you have.'
          : 'Create an account with the address that got the invitation, or sign in to the one that has it.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {/* A new account accepts the role once its email is confirmed. */}
        <Link
          to="/signup"
          className={buttonClass({ size: 'large' })}
          onClick={() => storeRedirect(role === 'user' ? '/' : '/invitation')}
        >
          Create an account
        </Link>
        <Link
          to="/login"
          className={buttonClass({ variant: 'secondary', size: 'large' })}
          onClick={() => storeRedirect('/invitation')}
        >
          Sign in
        </Link>
      </div>
    </>
  )
}

/** People also open links that they have used. */
function Ended({
  isSignedIn,
  wasPressed,
  children,
}: {
  isSignedIn: boolean
  /** The button that had the focus is gone. */
  wasPressed: boolean
  children: string
}) {
  return (
    <>
      <FormAlert>{children}</FormAlert>
      <p className="mt-6 mb-4">If you have already used it, your account is ready.</p>
      <Link
        ref={wasPressed ? takeFocus : undefined}
        to={isSignedIn ? '/' : '/login'}
        className={buttonClass({ variant: 'secondary', size: 'large' })}
      >
        {isSignedIn ? 'Go to Home' : 'Sign in'}
      </Link>
    </>
  )
}

function Accepted({ role }: { role: Role }) {
  return (
    <>
      <p ref={takeFocus} tabIndex={-1} className="mb-6 outline-none">
        You are {names[role]} of this site now.
      </p>
      <Link to={places[role]} className={buttonClass({ size: 'large' })}>
        {role === 'admin' ? 'Go to Administration' : 'Go to Moderation'}
      </Link>
    </>
  )
}
