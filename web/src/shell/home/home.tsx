import { tagline } from '@wtpu/contract/site/name'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { FeaturedPolls } from '#features/polls/featured/featured-polls.tsx'
import { useSession } from '#lib/session/session.ts'
import { useIdle } from '#lib/use-idle.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { buttonClass } from '#ui/button.tsx'
import { marketingFigures } from '#lib/marketing-figures.ts'
import { pollsLink } from '#shell/header/menu.ts'
import { VoteOrJoinButton } from './vote-or-join-button.tsx'
import { stateTiles } from '#lib/state-tiles.ts'

export function Hero() {
  return (
    <section className="frame grid grid-cols-1 items-center gap-12 pt-12 pb-16 md:pt-20 md:pb-24 lg:grid-cols-[1.15fr_1fr] lg:gap-16">
      <div>
        <h1 className="text-[min(clamp(2.6rem,7vw,4.75rem),13vw)] leading-[1.02]">{tagline}</h1>
        <p className="mt-6 max-w-xl text-lg leading-relaxed text-soft md:text-xl">
          Vote in live polls, rate the officials who represent you, and talk with fellow citizens. WTPU belongs to no
          party. It belongs to every citizen.
        </p>
        <div className="mt-8 flex flex-wrap gap-3 max-sm:flex-col">
          <VoteOrJoinButton join="Join Now" />
          <Link to="/politicians" className={buttonClass({ variant: 'secondary', size: 'large' })}>
            Explore Politician Pages
          </Link>
          <Link to="/about" className={buttonClass({ variant: 'ghost', size: 'large' })}>
            Read Mission
          </Link>
        </div>
        <dl className="mt-12 grid grid-cols-2 gap-y-6 border-t border-line pt-6 sm:grid-cols-4">
          {marketingFigures.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="text-sm text-soft">{label}</dt>
              <dd className="font-serif text-3xl font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <StateTiles />
    </section>
  )
}

const principles = [
  [
    'One person, one vote.',
    'Every member has one vote in each poll and one rating of each official. A vote is final, like at the ballot box.',
  ],
  ['Work is what counts.', 'Officials are rated for the job they do: Good Job or Bad Job. Party does not matter.'],
  ['Talk in the open.', 'Everyone can read and answer every argument, under the same rules for all.'],
] as const

export function Foundation() {
  return (
    <section aria-labelledby="foundation" className="border-y border-line bg-surface">
      <div className="frame grid gap-8 py-16 md:py-20 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <h2 id="foundation" className="text-3xl md:text-4xl">
          The foundation
        </h2>
        <ol className="divide-y divide-line">
          {principles.map(([rule, meaning]) => (
            <li key={rule} className="grid gap-2 py-6 first:pt-0 last:pb-0 sm:grid-cols-[1fr_1.5fr] sm:gap-8">
              <strong className="font-serif text-xl leading-snug font-semibold">{rule}</strong>
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
    text: 'Senators, representatives and governors of every state: who they are, how to reach them, and how citizens rate their work.',
    action: 'Find an official',
  },
  {
    to: '/boiler-room',
    title: 'Boiler Room',
    text: 'Short posts, pictures and hashtags. Let off steam, follow interesting people, and see what the country is talking about today.',
    action: 'Open the feed',
  },
  {
    to: '/forums',
    title: 'Forums',
    text: 'Longer discussions, sorted by topic, with room for a full argument and threaded replies.',
    action: 'Join a discussion',
  },
] as const

export function Features() {
  return (
    <section aria-labelledby="features" className="frame py-16 md:py-24">
      <h2 id="features" className="max-w-2xl text-3xl md:text-4xl">
        Three places to be heard
      </h2>
      <ul className="mt-10 grid gap-x-10 gap-y-10 md:grid-cols-3">
        {features.map(({ to, title, text, action }) => (
          <li key={to} className="flex flex-col border-t-2 border-ink pt-5">
            <h3 className="text-2xl">{title}</h3>
            <p className="mt-3 mb-4 leading-relaxed text-soft">{text}</p>
            <ArrowLink to={to}>{action}</ArrowLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function LiveVoting() {
  const idle = useIdle()
  return (
    <section aria-labelledby="live-voting" className="border-y border-line bg-sunken">
      <div className="frame py-14 md:py-16">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="max-w-2xl">
            <h2 id="live-voting" className="text-3xl md:text-4xl">
              Live voting
            </h2>
            <p className="mt-4 text-lg leading-relaxed text-soft">
              Questions about the economy, health, schools and more, asked and answered by citizens. Watch the bars move
              as the country votes.
            </p>
          </div>
          <ArrowLink to={pollsLink.to} params={pollsLink.params}>
            See all polls
          </ArrowLink>
        </div>
        <FeaturedPolls />
        <p className="mt-6 min-h-11">{idle && <NewestLine />}</p>
      </div>
    </section>
  )
}

export function ClosingCallToAction() {
  const signedIn = useSession() !== null
  return (
    <section aria-labelledby="closing" className="frame pt-16 md:pt-24">
      <h2 id="closing" className="max-w-3xl text-4xl leading-tight md:text-5xl">
        The country is having a conversation. It is missing your voice.
      </h2>
      <div className="mt-8 flex flex-wrap gap-3 max-sm:flex-col">
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

// Optional, and loaded once the browser is idle. Its height is reserved.
const NewestLine = lazyComponent(
  () => import('#features/common-ground/newest-line.tsx').then((module) => module.NewestLine),
  () => null,
)

function ArrowLink({
  children,
  ...target
}: { children: string } & (Omit<typeof pollsLink, 'label'> | Pick<(typeof features)[number], 'to'>)) {
  return (
    <Link
      {...target}
      className="mt-auto inline-flex min-h-11 items-center gap-2 self-start font-semibold text-accent underline-offset-4 hover:underline"
    >
      {children}
      <ArrowRight aria-hidden className="size-4" />
    </Link>
  )
}

/** A decorative map of the country, one tile per state, all in one color. */
function StateTiles() {
  return (
    <figure>
      <div aria-hidden className="grid grid-cols-11 gap-1 select-none sm:gap-1.5">
        {stateTiles.map(({ code, ...place }) => (
          <span
            key={code}
            style={place}
            className="flex aspect-square items-center justify-center rounded-[0.2rem] bg-brand text-[clamp(0.5rem,1.9vw,0.8125rem)] font-medium text-on-brand"
          >
            {code}
          </span>
        ))}
      </div>
      <figcaption className="mt-5 border-t border-line pt-3 text-sm text-soft">
        50 states and the capital, in one color.
      </figcaption>
    </figure>
  )
}
