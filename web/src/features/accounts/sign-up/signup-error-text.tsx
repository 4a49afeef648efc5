import { Link } from '@tanstack/react-router'
import { existingAccountLink } from '#features/accounts/messages.ts'

/** An error message, with a link to sign in if it says that the email is already registered. */
export function SignupErrorText({ text }: { text: string }) {
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
