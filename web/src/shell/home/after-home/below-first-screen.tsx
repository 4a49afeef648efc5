import { classes } from '#lib/classes.ts'
import { openLinks } from '#lib/open-links.ts'
import { Part } from '#lib/part.tsx'
import { site } from '@wtpu/contract/site/name'
import { isOn, openWords } from '@wtpu/contract/site/parts'
import { Link } from '@tanstack/react-router'
import { useSession } from '#lib/session/session.ts'
import { buttonClass } from '#ui/button.tsx'
import { ArrowLink } from '#shell/home/arrow-link.tsx'
import { LiveVoting } from '#shell/home/live-voting.tsx'
import { VoteOrJoinButton } from '#shell/home/vote-or-join-button.tsx'

/** The sections of Home after the hero. */
export function BelowFirstScreen() {
  return (
    <>
      <Foundation />
      <Features />
      <LiveVoting />
      <ClosingCallToAction />
    </>
  )
}

const principles = (
  [
    [
      null,
      'One account, one vote.',
      `Each account has one vote in each poll${isOn('ratings') ? ' and one rating of each official' : ''}. You can undo a vote for ten seconds. Then it is final.`,
    ],
    [
      'ratings',
      'Work is what counts.',
      'Officials are rated for the job they do: Good Job or Bad Job. Party does not matter.',
    ],
    [
      null,
      'Results you can check.',
      'Anyone can recount a closed poll with 20 votes or more, vote by vote. Every result says how it was taken and what it does not show.',
    ],
  ] as const
).filter(([part]) => isOn(part))

function Foundation() {
  return (
    <section aria-labelledby="foundation" className="border-y border-line bg-surface">
      <div className="frame grid gap-3 py-5 md:gap-6 md:py-16 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <h2 id="foundation" className="text-2xl md:text-4xl">
          The foundation
        </h2>
        <ol className="divide-y divide-line">
          {principles.map(([, rule, meaning]) => (
            <li key={rule} className="grid gap-1 py-4 first:pt-0 md:py-6 last:pb-0 sm:grid-cols-[1fr_1.5fr] sm:gap-8">
              <strong className="font-serif text-lg leading-snug font-semibold md:text-xl">{rule}</strong>
              <p className="text-soft md:leading-relaxed">{meaning}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const features = openLinks([
  {
    to: '/politicians',
    title: 'Politician pages',
    text: `The officials who are listed here: ${openWords([
      [null, 'who they are'],
      ...(site.local ? [] : [['roll-calls', 'how they vote'] as const]),
      ['ratings', 'how members rate their work'],
    ])}.`,
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
] as const)

const places = ['', 'A place', 'Two places', 'Three places'] as const

function Features() {
  const signedIn = useSession() !== null
  if (features.length === 0) return null
  return (
    <section aria-labelledby="features" className="frame py-5 md:py-16">
      <h2 id="features" className="max-w-2xl text-2xl md:text-4xl">
        {places[features.length]} to be heard
      </h2>
      <ul className="mt-4 grid gap-x-10 gap-y-2 md:mt-10 md:grid-cols-3">
        {features.map(({ to, title, text, action }) => (
          // On a phone, the link is beside the heading, and members have read the text before.
          <li
            key={to}
            className="flex flex-wrap items-center justify-between gap-x-4 border-t-2 border-ink max-md:pt-2 md:flex-col md:items-start md:pt-6"
          >
            <h3 className="text-lg md:text-2xl">{title}</h3>
            <p
              className={classes(
                'mb-1 w-full text-soft max-md:order-1 md:mt-3 md:mb-4 md:leading-relaxed',
                signedIn && 'max-md:hidden',
              )}
            >
              {text}
            </p>
            <ArrowLink to={to}>{action}</ArrowLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ClosingCallToAction() {
  const signedIn = useSession() !== null
  return (
    <section aria-labelledby="closing" className="frame pt-6 md:pt-16">
      <h2 id="closing" className="max-w-3xl text-2xl leading-tight md:text-4xl">
        The country is having a conversation. It is missing your voice.
      </h2>
      <div className="mt-6 flex flex-wrap gap-3">
        <VoteOrJoinButton join="Join the Movement" />
        <Part of={['boiler-room', 'forums']}>
          <Link
            to={isOn(signedIn ? 'boiler-room' : 'forums') === signedIn ? '/boiler-room' : '/forums'}
            className={buttonClass({ variant: 'secondary', size: 'large' })}
          >
            {signedIn ? 'Join Discussion' : 'Start Discussing'}
          </Link>
        </Part>
      </div>
    </section>
  )
}
