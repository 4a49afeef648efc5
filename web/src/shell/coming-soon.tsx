import { site } from '@wtpu/contract/site/name'
import { findPage } from '@wtpu/contract/site/on-demand/find-page'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { storeRedirect } from '#lib/session/post-login-redirect.ts'
import { useSession } from '#lib/session/session.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { pollsLink } from '#shell/header/menu.ts'

/** A placeholder for a future page, with its description and planned features. Of some, members have a part today. */
export function ComingSoon({
  path,
  planned,
  today,
  children,
}: {
  path: string
  planned: readonly string[]
  /** What members have at this address: a sentence. */
  today?: string
  children: ReactNode
}) {
  return (
    <div className="page grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[1.15fr_1fr] lg:grid-rows-[auto_1fr]">
      <div>
        <p className="mb-1 flex min-h-11 items-center">
          <Badge tone="warning">Coming Soon</Badge>
        </p>
        <PageTitle path={path} />
        <p className="prose mt-5 text-lg text-soft md:text-xl">{children}</p>
        {today && (
          <p className="prose mt-5">
            {today}{' '}
            <Link to="/login" onClick={() => storeRedirect(path)} className="text-link font-semibold">
              Sign In
            </Link>
          </p>
        )}
      </div>
      <section aria-labelledby="planned" className="border-t-2 border-ink pt-5 lg:row-span-2 lg:mt-3">
        <h2 id="planned" className="text-2xl">
          Planned Features
        </h2>
        <ul className="mt-3 divide-y divide-line">
          {planned.map((feature) => (
            <li key={feature} className="py-3.5">
              {feature}
            </li>
          ))}
        </ul>
      </section>
      <NextSteps />
    </div>
  )
}

/** A page of text without the coming-soon note. */
export function PlainPage({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div className="page grid grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
      <PageTitle path={path} />
      <div className="lg:pt-2">
        <div className="prose mb-10 space-y-4 text-lg text-soft">{children}</div>
        <NextSteps />
      </div>
    </div>
  )
}

function PageTitle({ path }: { path: string }) {
  return <h1>{findPage(path)?.page.head.title}</h1>
}

function NextSteps() {
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        <Link to="/" className={buttonClass({ size: 'large' })}>
          Back to Home
        </Link>
        <Link to="/about" className={buttonClass({ variant: 'secondary', size: 'large' })}>
          Learn More
        </Link>
      </div>
      <p className="mt-8 text-soft">{useSession() ? <PollsPrompt /> : <JoinPrompt />}</p>
    </div>
  )
}

function JoinPrompt() {
  return (
    <>
      Not a member yet?{' '}
      <Link to="/signup" className="text-link font-semibold">
        Join {site.name}
      </Link>{' '}
      and be the first to hear what is new.
    </>
  )
}

/** Members see this in place of the join prompt. */
function PollsPrompt() {
  return (
    <>
      Have your say today:{' '}
      <Link to={pollsLink.to} params={pollsLink.params} className="text-link font-semibold">
        vote in the polls
      </Link>
      .
    </>
  )
}
