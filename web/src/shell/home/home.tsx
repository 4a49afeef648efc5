import { tagline } from '@wtpu/contract/site/name'
import { Link } from '@tanstack/react-router'
import { ArrowLink } from './arrow-link.tsx'
import { LivePoll } from '#features/polls/live-poll/live-poll.tsx'
import { usePendingAnswer } from '#features/polls/pending/pending-answer.ts'
import { classes } from '#lib/classes.ts'
import { useSession } from '#lib/session/session.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { buttonClass } from '#ui/button.tsx'
import { marketingFigures } from '#lib/marketing-figures.ts'
import { VoteOrJoinButton } from './vote-or-join-button.tsx'

// The form and what follows are loaded once a visitor has tapped an answer, or a member is here.
const AnswerStatus = lazyComponent(() => import('./answer-status.tsx').then((module) => module.AnswerStatus))

/** Headline and buttons, one live poll, and the fixed figures. On a phone the poll comes before the figures. */
export function Hero() {
  const hasAnswer = useHasAnswer()
  return (
    <section className="frame grid grid-cols-1 gap-x-12 gap-y-4 pt-4 pb-10 md:gap-y-8 md:pt-10 md:pb-16 lg:grid-cols-[1.15fr_1fr] lg:grid-rows-[auto_1fr] lg:gap-x-16">
      <div>
        <h1 className="text-[min(clamp(2.125rem,6.5vw,4.5rem),11vw)] leading-[1.05]">{tagline}</h1>
        <div className="mt-2.5 flex flex-wrap items-center gap-x-2 gap-y-2 md:mt-6 md:gap-3">
          <p className="min-w-0 flex-1 basis-40 text-[0.9375rem] leading-snug text-soft max-md:order-1 md:mb-4 md:basis-full md:text-xl md:leading-relaxed">
            <span className="max-md:hidden">
              Vote in live polls, rate the officials who represent you, and talk with fellow citizens.{' '}
            </span>
            WTPU belongs to no party. It belongs to every citizen.
          </p>
          <VoteOrJoinButton join="Join Now" className={heroButtonClass} />
          <Link
            to="/politicians"
            className={classes(buttonClass({ variant: 'secondary', size: 'large' }), heroButtonClass)}
          >
            Explore Politician Pages
          </Link>
          <Link
            to="/about"
            className={classes(buttonClass({ variant: 'ghost', size: 'large' }), heroButtonClass, 'max-md:order-1')}
          >
            Read Mission
          </Link>
        </div>
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <LivePoll>{(poll, isTapped) => hasAnswer && <AnswerStatus poll={poll} isTapped={isTapped} />}</LivePoll>
      </div>
      <dl className="flex flex-wrap justify-between gap-x-4 gap-y-3 self-start border-line max-md:pt-2 md:justify-start md:gap-x-12 md:border-t md:pt-6">
        {marketingFigures.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="font-serif text-2xl font-semibold tabular-nums md:text-3xl">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const heroButtonClass = 'max-md:min-h-11 max-md:px-3.5 max-md:text-[0.9375rem]'

/** A visitor's answer waits in this browser, or an answer of a member may wait for their email. */
function useHasAnswer(): boolean {
  const isMember = useSession() !== null
  const answer = usePendingAnswer()
  return isMember || answer !== undefined
}

const principles = [
  [
    'One account, one vote.',
    'Each account has one vote in each poll and one rating of each official. You can undo a vote for ten seconds. Then it is final.',
  ],
  ['Work is what counts.', 'Officials are rated for the job they do: Good Job or Bad Job. Party does not matter.'],
  [
    'Results you can check.',
    'Anyone can recount a closed poll, vote by vote. Every result says how it was taken and what it does not show.',
  ],
] as const

export function Foundation() {
  return (
    <section aria-labelledby="foundation" className="border-y border-line bg-surface">
      <div className="frame grid gap-6 py-10 md:py-16 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <h2 id="foundation" className="text-2xl md:text-4xl">
          The foundation
        </h2>
        <ol className="divide-y divide-line">
          {principles.map(([rule, meaning]) => (
            <li key={rule} className="grid gap-1 py-4 first:pt-0 md:py-6 last:pb-0 sm:grid-cols-[1fr_1.5fr] sm:gap-8">
              <strong className="font-serif text-lg leading-snug font-semibold md:text-xl">{rule}</strong>
              <p className="leading-relaxed text-soft">{meaning}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const features = [
  {
    to: '/politicians',
    title: 'Politician pages',
    text: 'Senators, representatives and governors of every state: who they are, how they vote and how members rate their work.',
    action: 'Find an official',
  },
  {
    to: '/boiler-room',
    title: 'Boiler Room',
    text: 'Short posts, pictures and hashtags. Let off steam, follow people, and see what members talk about today.',
    action: 'Open the feed',
  },
  {
    to: '/forums',
    title: 'Forums',
    text: 'Longer discussions, sorted by topic, with room for a full argument and its answers.',
    action: 'Join a discussion',
  },
] as const

export function Features() {
  return (
    <section aria-labelledby="features" className="frame py-10 md:py-16">
      <h2 id="features" className="max-w-2xl text-2xl md:text-4xl">
        Three places to be heard
      </h2>
      <ul className="mt-6 grid gap-x-10 gap-y-6 md:mt-10 md:grid-cols-3">
        {features.map(({ to, title, text, action }) => (
          <li key={to} className="flex flex-col border-t-2 border-ink pt-4">
            <h3 className="text-lg md:text-2xl">{title}</h3>
            <p className="mt-2 mb-1 leading-relaxed text-soft md:mt-3 md:mb-4">{text}</p>
            <ArrowLink to={to}>{action}</ArrowLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const LiveVotingSection = lazyComponent(() => import('./live-voting.tsx').then((module) => module.LiveVoting))

/** Below the first screen, so its code is loaded after it. */
export const LiveVoting = () => (
  <LiveVotingSection fallback={<div className="min-h-[60rem] border-y border-line bg-sunken" />} />
)

export function ClosingCallToAction() {
  const signedIn = useSession() !== null
  return (
    <section aria-labelledby="closing" className="frame pt-10 md:pt-16">
      <h2 id="closing" className="max-w-3xl text-3xl leading-tight md:text-5xl">
        The country is having a conversation. It is missing your voice.
      </h2>
      <div className="mt-6 flex flex-wrap gap-3">
        <VoteOrJoinButton join="Join the Movement" />
        <Link
          to={signedIn ? '/boiler-room' : '/forums'}
          className={buttonClass({ variant: 'secondary', size: 'large' })}
        >
          {signedIn ? 'Join Discussion' : 'Start Discussing'}
        </Link>
      </div>
    </section>
  )
}
