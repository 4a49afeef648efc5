import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getRegistration } from '@wtpu/contract/site/invitations'
import { type ReactNode, useEffect, useState } from 'react'
import { query } from '#lib/api/api.ts'
import { forgetInvitation, readInvitation } from '#lib/invitation.ts'
import { buttonClass } from '#ui/button.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { invitationQuery } from './api.ts'

interface Props {
  children: ReactNode
  /** The id of the heading on a card, which has its own link to sign in. */
  headingId?: string
}

/** The `children`, the ways to register, unless registration is closed to this visitor. Says before if an invitation has ended. */
export function OpenRegistration({ children, headingId }: Props) {
  const { data } = useQuery(query(getRegistration))
  const [invitation] = useState(readInvitation)
  const { error } = useQuery({ ...invitationQuery(invitation), staleTime: 0 })
  const hasEnded = error?.code === 'invitation_ended'
  useEffect(() => {
    if (hasEnded) forgetInvitation()
  }, [hasEnded])
  const Heading = headingId === undefined ? 'h2' : 'h3'
  return (
    <>
      {hasEnded && (
        <div className="my-4">
          <FormAlert>{error.message}</FormAlert>
        </div>
      )}
      {data?.is_closed && (invitation === undefined || hasEnded) ? (
        <>
          <Heading id={headingId} className={headingId === undefined ? 'text-2xl' : 'mt-4 text-xl'}>
            Registration is closed
          </Heading>
          <p className="mt-3 text-soft">
            This site takes no new members at the moment. If you have an invitation, open its link to join. If you have
            an account, you can sign in.
          </p>
          {headingId === undefined && (
            <Link to="/login" className={`mt-6 ${buttonClass({ size: 'large' })}`}>
              Sign In
            </Link>
          )}
        </>
      ) : (
        children
      )}
    </>
  )
}
