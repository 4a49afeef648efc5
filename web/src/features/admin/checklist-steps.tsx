import { curtain } from './curtain.ts'
import { fullCount } from '@wtpu/contract/full-count'
import { isOn, openWords } from '@wtpu/contract/site/parts'
import { sitePageTitles } from '@wtpu/contract/site/site-pages'
import { type SetupFacts, type SetupStep, setupSteps } from '@wtpu/contract/site/on-demand/setup'
import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { takePlace } from '#lib/take-place.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { buttonClass } from '#ui/button.tsx'
import { openPlace } from '#ui/on-demand/folded.tsx'
import { FirstPolls } from './first-polls.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TestMailButton } from './test-mail.tsx'

const Purpose = lazyComponent(() => import('./parts/purpose.tsx').then((module) => module.Purpose))

interface Content {
  text: ReactNode
  /** Leads to the place of the step. */
  action?: ReactNode
  /** It stands below the text. */
  body?: ReactNode
}

export interface StepDefinition {
  step: SetupStep
  title: string
  isDone: (facts: SetupFacts) => boolean
  content: (facts: SetupFacts, isDone: boolean) => Content
}

const contents: Record<SetupStep, { title: string; content: StepDefinition['content'] }> = {
  purpose: {
    title: 'What is this site for?',
    content: (_facts, isDone) => ({
      text: isDone && 'Chosen. You can change this later.',
      action: isDone && <PartsLink />,
      body: !isDone && (
        <Purpose
          fallback={<Skeleton className="h-40" />}
          focusAfter={() => document.querySelector('#setup-purpose a')}
        />
      ),
    }),
  },
  name: {
    title: 'Name and look',
    content: ({ name, shows_figures }, isDone) => ({
      text: isDone
        ? `${name}. The fixed figures are ${shows_figures ? 'shown' : 'off'}.`
        : 'Its name, tagline, colors and links. The fixed figures are off until you switch them on.',
      action: place('name-and-look', isDone, 'Choose', 'name and look'),
    }),
  },
  access: {
    title: 'Who can enter',
    content: ({ access, on_server }, isDone) => ({
      text: accessTexts[access],
      action: on_server.includes('SITE_ACCESS_CODE')
        ? place('invitations', false, 'Registration', 'who can join')
        : place('access-and-mail', isDone, 'Choose', 'access code'),
    }),
  },
  officials: {
    title: 'Officials',
    content: ({ officials }, isDone) => ({
      text: isDone
        ? `${fullCount(officials)} in office. Import them again to bring them up to date.`
        : `${openWords([
            ['ratings', 'Members rate them'],
            ['letters', `${isOn('ratings') ? '' : 'Members '}write to them`],
          ])}${isOn(['ratings', 'letters']) ? ': ' : ''}Congress and governors from public records, or your own list.`,
      action: <OfficialsLink isDone={isDone} />,
    }),
  },
  mail: {
    title: 'Mail',
    content: (facts, isDone) => ({
      text: <MailText facts={facts} />,
      action:
        !facts.on_server.includes('SMTP_URL') && place('access-and-mail', facts.sends_mail, 'Set up', 'mail server'),
      body: facts.sends_mail && <TestMailButton isDone={isDone} />,
    }),
  },
  pages: {
    title: 'Terms, privacy, guidelines and contact',
    content: (facts, isDone) => {
      const isWritten = facts.missing_pages.length === 0
      const about = 'terms, privacy, guidelines and contact'
      return {
        text: isDone ? 'Written. They are yours to answer for.' : missingPages(facts),
        action:
          isWritten && !isDone
            ? place('name-and-look', isDone, 'Add an address', about)
            : place('pages', isDone, 'Read and edit', about),
      }
    },
  },
  polls: {
    title: 'First three polls',
    content: (facts, isDone) => ({
      text: isDone
        ? 'The site has polls.'
        : 'An empty site has nothing to answer. Start from a template or your own question.',
      action: isOn('circles') && (
        <Link
          to="/admin/circles/{-$circleId}"
          params={{ circleId: undefined }}
          className={buttonClass({ variant: isDone ? 'ghost' : 'secondary', size: 'small' })}
        >
          Ask people on a list
        </Link>
      ),
      body: <FirstPolls facts={facts} />,
    }),
  },
  moderators: {
    title: 'Two moderators',
    content: ({ moderators, invited_moderators: invited }, isDone) => ({
      text: isDone
        ? `The site has ${fullCount(moderators)} moderators.`
        : invited > 0
          ? `${fullCount(invited)} invited, who ${invited === 1 ? 'has' : 'have'} not accepted yet.`
          : 'Reports should not wait for one person. Invite two people by mail, or give the role to members.',
      action: isDone ? place('staff', isDone, '', 'moderators') : place('invitations', isDone, 'Invite', 'moderators'),
    }),
  },
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the contract's object
export const steps: StepDefinition[] = (Object.keys(setupSteps) as SetupStep[])
  .filter((step) => step !== 'officials' || isOn('officials'))
  .map((step) => ({ step, isDone: setupSteps[step], ...contents[step] }))

export const accessTexts: Record<SetupFacts['access'], string> = {
  own: `Visitors see the pages with your access code. ${curtain}`,
  none: 'Everyone sees the pages, without an access code.',
  default:
    'Visitors see the pages with the access code that the start of the server printed. Choose your own, or open the site.',
}

function MailText({ facts: { sends_mail, mail_tested_at } }: { facts: SetupFacts }) {
  if (!sends_mail)
    return 'Confirmations, password codes and the weekly digest need it. Now, mails are files on the server.'
  if (mail_tested_at === null)
    return 'Confirmations, password codes and the weekly digest need it. A mail server is set; a test shows whether it takes mail.'
  return (
    <>
      The mail server took a test mail. <RelativeTime at={mail_tested_at} preset="forum" />
    </>
  )
}

function missingPages({ missing_pages, has_contact }: SetupFacts): string {
  const missing = [...missing_pages.map((name) => sitePageTitles[name]), ...(has_contact ? [] : ['contact address'])]
  const drafts = missing_pages.length > 0 ? ' The drafts are good to read, but they are yours to answer for.' : ''
  return `Missing: ${missing.join(', ')}.${drafts}`
}

/** Takes the focus of what was chosen. */
function PartsLink() {
  return (
    <Link ref={takePlace} to="/admin/parts" className={buttonClass({ variant: 'ghost', size: 'small' })}>
      Change<span className="sr-only">: parts</span>
    </Link>
  )
}

function OfficialsLink({ isDone }: { isDone: boolean }) {
  return (
    <Link to="/admin/officials" className={buttonClass({ variant: isDone ? 'ghost' : 'secondary', size: 'small' })}>
      {isDone ? 'Change' : 'Import'}
      <span className="sr-only">: officials</span>
    </Link>
  )
}

/** Moves the focus to a part of the page, which opens it and scrolls it into view. */
export function focusPlace(event: MouseEvent, id: string): void {
  event.preventDefault()
  openPlace(id)
}

/** A link to a section below. */
function place(to: string, isDone: boolean, label: string, about: string): ReactNode {
  return (
    <a
      href={`#${to}`}
      className={buttonClass({ variant: isDone ? 'ghost' : 'secondary', size: 'small' })}
      onClick={(event) => focusPlace(event, to)}
    >
      {isDone ? 'Change' : label}
      <span className="sr-only">: {about}</span>
    </a>
  )
}
