import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { optionalCode } from '#lib/optional-code.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { NotFound } from '#ui/empty-state.tsx'

/** In place of a page of staff. Staff without a second factor find the way to it, and everyone else finds nothing. */
export function StaffOnly() {
  const account = useQuery({ ...accountQuery(), staleTime: 0 })
  const client = useQueryClient()
  if (account.isPending) return null
  if (!account.data?.waiting_role) {
    return (
      <NotFound className="frame" icon={<ShieldQuestion />} title="Page not found" actions={null}>
        There is nothing at this address.
      </NotFound>
    )
  }
  async function confirm() {
    const code = await optionalCode(() => import('#community/proof/on-demand/ask-for-proof.tsx'))
    if (await code?.askForProof()) await client.invalidateQueries()
  }
  const { second_factor: hasFactor, waiting_role: role } = account.data
  return (
    <NotFound
      className="frame"
      icon={<ShieldQuestion />}
      title={hasFactor ? 'Confirm that it is you' : 'Set up your second step first'}
      actions={
        hasFactor ? (
          <Button onClick={() => void confirm()}>Continue</Button>
        ) : (
          <Link to="/profile-settings" hash="sign-in" className={buttonClass()}>
            Set it up
          </Link>
        )
      }
    >
      {role === 'admin' ? 'Admins' : 'Moderators'} of this site sign in with a second step, because a password can be
      stolen.{' '}
      {hasFactor ? 'You signed in without it.' : 'It takes two minutes, with a passkey or an app on your phone.'}
    </NotFound>
  )
}
