import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getRegistration } from '@wtpu/contract/site/invitations'
import type { ReactNode } from 'react'
import { query } from '#lib/api/api.ts'
import { readInvitation } from '#lib/invitation.ts'
import { buttonClass } from '#ui/button.tsx'

/** The `children`, the ways to register, unless registration is closed to this visitor. */
export function OpenRegistration({ children }: { children: ReactNode }) {
  const { data } = useQuery(query(getRegistration))
  if (!data?.is_closed || readInvitation() !== undefined) return children
  return (
    <>
      <h2 className="text-2xl">Registration is closed</h2>
      <p className="mt-3 text-soft">
        This site takes no new members at the moment. If you have an invitation, open its link to join. If you have an
        account, you can sign in.
      </p>
      <Link to="/login" className={`mt-6 ${buttonClass({ size: 'large' })}`}>
        Sign In
      </Link>
    </>
  )
}
