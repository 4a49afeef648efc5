import { Link, useLocation } from '@tanstack/react-router'
import { storeRedirect } from '#lib/session/post-login-redirect.ts'
import { buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'

/** Tells visitors what signing in adds to the search, and brings them back to it. */
export function SignInNote() {
  const href = useLocation({ select: (location) => location.href })
  const storeReturnPath = () => storeRedirect(href)
  return (
    <section aria-label="Sign in to search more" className={cardClass('flex flex-wrap items-center gap-4 p-5')}>
      <p className="min-w-0 flex-[1_1_18rem] leading-relaxed">
        <strong className="block font-serif text-lg">There is more to find</strong>
        <span className="text-soft">Sign in to search discussions, posts, comments and people too.</span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to="/login" onClick={storeReturnPath} className={buttonClass({ size: 'small' })}>
          Login
        </Link>
        <Link to="/signup" onClick={storeReturnPath} className={buttonClass({ variant: 'secondary', size: 'small' })}>
          Join Now
        </Link>
      </div>
    </section>
  )
}
