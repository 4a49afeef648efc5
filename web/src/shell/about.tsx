import { isOn, openWords } from '@wtpu/contract/site/parts'
import { site } from '@wtpu/contract/site/name'
import { isShown } from '@wtpu/contract/site/figures'
import { timeline } from '@wtpu/contract/site/on-demand/more-figures'
import BarChart3 from 'lucide-react/icons/chart-column'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Scale from 'lucide-react/icons/scale'
import { useSession } from '#lib/session/session.ts'
import { cardClass } from '#ui/card.tsx'
import { VoteOrJoinButton } from '#shell/home/vote-or-join-button.tsx'

export function Mission() {
  return (
    <section className="page">
      <h1>About {site.name}</h1>
      <div className="mt-8 grid grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-2">
        <h2 className="text-2xl leading-snug md:text-3xl md:leading-snug">
          Our mission is to give every citizen an equal voice
          {isOn('officials') && ', and every official a public record'}.
        </h2>
        <div className="prose space-y-4 text-lg text-soft">
          <p>
            {site.name} is a nonpartisan platform for civic engagement. Citizens{' '}
            {openWords(
              [
                [null, 'vote in live polls'],
                ['ratings', 'rate the work of the officials they elected'],
                [['forums', 'boiler-room', 'walls'], 'talk with one another in public'],
              ],
              'and',
              true,
            )}
            .
          </p>
          <p>
            {site.tagline}: we ask what you think as a citizen, not which side you are on. {site.name} takes no side,
            supports no candidate, and does not sort people by party.
          </p>
        </div>
      </div>
    </section>
  )
}

const values = [
  ['Nonpartisan', `${site.name} belongs to no party. Its rules, colors and rankings favor no one.`],
  ['Transparent', 'Everyone can see results while votes come in, and the numbers are the real counts.'],
  ['Respectful', 'Strong views and good manners go together. Respond to arguments; do not attack people.'],
  ['Open to all', 'Free forever, and built for everyone to use, whatever their device or ability.'],
] as const

export function CoreValues() {
  return (
    <section aria-labelledby="values" className="border-y border-line bg-surface">
      <div className="frame py-16 md:py-20">
        <h2 id="values" className="text-3xl md:text-4xl">
          Core values
        </h2>
        <dl className="mt-10 grid gap-x-12 gap-y-8 sm:grid-cols-2">
          {values.map(([value, meaning]) => (
            <div key={value} className="border-t-2 border-ink pt-4">
              <dt className="font-serif text-xl font-semibold">{value}</dt>
              <dd className="mt-2 leading-relaxed text-soft">{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

const years = (
  [
    [
      null,
      '2021',
      'The idea',
      'A handful of citizens, tired of shouting matches, sketch a place for plain questions and a fair count of the answers.',
    ],
    [
      null,
      '2022',
      'First polls',
      'The first live polls open, with the rule that still applies: one person, one final vote.',
    ],
    [
      'officials',
      '2023',
      'The directory',
      `Politician pages arrive${openWords([
        ['ratings', ', each with Good Job and Bad Job ratings'],
        ['walls', `${isOn('ratings') ? '' : ', each with '}a wall for discussion`],
      ])}.`,
    ],
    [
      ['boiler-room', 'forums'],
      '2024',
      'The community',
      `Plans begin for ${openWords([
        ['boiler-room', 'the Boiler Room'],
        ['forums', 'the forums'],
      ])}, which add conversation to voting.`,
    ],
  ] as const
).filter(([part]) => isOn(part))

export function Timeline() {
  if (!isShown(timeline)) return null
  return (
    <section
      aria-labelledby="timeline"
      className="frame grid grid-cols-1 gap-x-16 gap-y-10 py-16 md:py-20 lg:grid-cols-[1fr_2fr]"
    >
      <h2 id="timeline" className="text-3xl md:text-4xl">
        {timeline.value} {timeline.label}
      </h2>
      <ol className="ml-2 max-w-3xl border-l-2 border-line lg:mt-2">
        {years.map(([, year, title, text]) => (
          <li key={year} className="relative grid gap-1 pb-10 pl-8 last:pb-0 sm:grid-cols-[5rem_1fr] sm:gap-6">
            <span aria-hidden className="absolute top-2 -left-[7px] size-3 rounded-full bg-brand" />
            <p className="font-serif text-2xl font-semibold text-accent tabular-nums">{year}</p>
            <div>
              <h3 className="text-xl leading-8">{title}</h3>
              <p className="mt-1 leading-relaxed text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const principles = (
  [
    {
      part: null,
      Icon: BarChart3,
      title: 'We count, we don’t steer',
      text: 'Polls show every vote as it comes in. No vote is weighted, and each account has one vote in each poll.',
    },
    {
      Icon: Scale,
      part: 'ratings',
      title: 'We measure everyone the same way',
      text: 'Each official has the same page, the same two buttons and the same math. Trending depends on activity, never on approval or party.',
    },
    {
      part: null,
      Icon: MessagesSquare,
      title: 'We keep it civil',
      text: 'The Community Guidelines apply to everyone. Moderators judge what was said, not which side said it.',
    },
  ] as const
).filter(({ part }) => isOn(part))

export function HowWeWork() {
  return (
    <section aria-labelledby="how" className="border-y border-line bg-sunken">
      <div className="frame py-16 md:py-20">
        <h2 id="how" className="text-3xl md:text-4xl">
          How We Work
        </h2>
        <ul className="mt-10 grid grid-cols-1 gap-5 lg:grid-cols-3">
          {principles.map(({ Icon, title, text }) => (
            <li key={title} className={cardClass('flex flex-wrap gap-4 p-6')}>
              <Icon aria-hidden className="size-7 shrink-0 text-accent" />
              <div className="min-w-0 flex-1 basis-40">
                <h3 className="text-xl">{title}</h3>
                <p className="mt-2 leading-relaxed text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

export function JoinCallToAction() {
  const signedIn = useSession() !== null
  return (
    <section aria-labelledby="join" className="frame pt-16 md:pt-20">
      <h2 id="join" className="max-w-2xl text-3xl md:text-4xl">
        {signedIn ? 'You are part of it' : 'Make your voice count'}
      </h2>
      <p className="prose mt-4 text-lg text-soft">
        {signedIn
          ? `Polls are open${isOn('ratings') ? ', and officials want to hear how they are doing' : ''}.`
          : 'It takes a minute to join, costs nothing, and gives you one vote in every poll.'}
      </p>
      <div className="mt-6">
        <VoteOrJoinButton join={`Join ${site.name}`} />
      </div>
    </section>
  )
}
