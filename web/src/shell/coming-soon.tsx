import { findPage } from '@wtpu/contract/site/pages'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#lib/session/session.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'

/** A placeholder for a future page, with its description and planned features (specification 2, placeholders). */
export function ComingSoon({
  path,
  planned,
  children,
}: {
  path: string
  planned: readonly string[]
  children: ReactNode
}) {
  return (
    <Placeholder path={path} note={<Badge tone="warning">Coming Soon</Badge>} description={<p>{children}</p>}>
      <section aria-labelledby="planned" className="mt-10">
        <h2 id="planned" className="text-2xl">
          Planned Features
        </h2>
        <ul className="mt-4 max-w-xl divide-y divide-line border-y border-line">
          {planned.map((feature) => (
            <li key={feature} className="py-3">
              {feature}
            </li>
          ))}
        </ul>
      </section>
    </Placeholder>
  )
}

/** A page of text without the coming-soon note. */
export function PlainPage({ path, children }: { path: string; children: ReactNode }) {
  return <Placeholder path={path} description={children} />
}

function Placeholder({
  path,
  note,
  description,
  children,
}: {
  path: string
  note?: ReactNode
  description: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="frame py-14 md:py-20">
      {note && <div className="mb-4">{note}</div>}
      <h1 className="text-4xl md:text-5xl">{findPage(path)?.page.head.title}</h1>
      <div className="prose mt-5 space-y-4 text-lg text-soft">{description}</div>
      {children}
      <div className="mt-10 flex flex-wrap gap-3">
        <Link to="/" className={buttonClass({ size: 'large' })}>
          Back to Home
        </Link>
        <Link to="/about" className={buttonClass({ variant: 'secondary', size: 'large' })}>
          Learn More
        </Link>
      </div>
      <JoinPrompt />
    </div>
  )
}

function JoinPrompt() {
  if (useSession()) return null
  return (
    <p className="mt-10 border-t border-line pt-6 text-soft">
      Not a member yet?{' '}
      <Link to="/signup" className="text-link font-semibold">
        Join WTPU
      </Link>{' '}
      and be the first to hear what is new.
    </p>
  )
}
