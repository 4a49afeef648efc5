import { Link } from '@tanstack/react-router'
import { existingAccountLink } from '#features/accounts/messages.ts'

/** A message, and the way to sign in where it speaks of an account that is there already (specification 2). */
export function RefusalText({ text }: { text: string }) {
  return (
    <>
      {text}
      {text.includes('already registered') && (
        <Link to="/login" className="mt-1 block text-link">
          {existingAccountLink}
        </Link>
      )}
    </>
  )
}
