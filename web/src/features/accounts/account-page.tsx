import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { takeFocus } from '#lib/take-focus.ts'
import { cardClass } from '#ui/card.tsx'
import { badges, benefits } from './messages.ts'

/** The two-column layout of the account pages: introduction on one side, form on the other. */
export function AccountPage({
  title,
  takesFocus = false,
  lead,
  below,
  aside,
  children,
}: {
  title: string
  /** The page has replaced the control that had the focus. */
  takesFocus?: boolean
  lead?: ReactNode
  /** Shown below the introduction, before the form on phones. */
  below?: ReactNode
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="frame grid grid-cols-1 gap-x-16 gap-y-10 py-10 md:py-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] lg:grid-rows-[auto_1fr]">
      <div>
        <h1
          ref={takesFocus ? takeFocus : undefined}
          tabIndex={takesFocus ? -1 : undefined}
          className="text-4xl outline-none md:text-5xl"
        >
          {title}
        </h1>
        <div className="mt-4 max-w-md text-lg text-soft">{lead}</div>
        {below}
      </div>
      <div className={cardClass('p-5 sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1')}>{children}</div>
      {aside}
    </div>
  )
}

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
