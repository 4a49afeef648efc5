import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import { badges, benefits } from './messages.ts'

export function LegalLinks() {
  return (
    <p className="mt-8 -mb-3 flex flex-wrap gap-x-5 border-t border-line pt-4 text-sm">
      <Link
        to="/$placeholder"
        params={{ placeholder: 'terms' }}
        className="inline-flex min-h-11 items-center text-link"
      >
        Terms of Service
      </Link>
      <Link
        to="/$placeholder"
        params={{ placeholder: 'privacy' }}
        className="inline-flex min-h-11 items-center text-link"
      >
        Privacy Policy
      </Link>
    </p>
  )
}

/** The first three benefits and the badges on the sign-up page. */
export function SignupBenefits() {
  return (
    <section>
      <h2 className="text-2xl">What you'll get</h2>
      <ul className="mt-4 max-w-md space-y-3">
        {benefits.slice(0, 3).map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
            {benefit}
          </li>
        ))}
      </ul>
      <ul className="mt-8 flex flex-wrap gap-2">
        {badges.map((badge) => (
          <li key={badge} className="rounded-full border border-edge px-3 py-1 text-sm font-medium">
            {badge}
          </li>
        ))}
      </ul>
    </section>
  )
}
