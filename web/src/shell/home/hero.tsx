import { isOpenPath } from '@wtpu/contract/site/parts'
import { homeFigures, isShown } from '@wtpu/contract/site/figures'
import { site } from '@wtpu/contract/site/name'
import { Link } from '@tanstack/react-router'
import { LivePoll } from '#features/polls/live-poll/live-poll.tsx'
import { classes } from '#lib/classes.ts'
import { buttonClass } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { VoteOrJoinButton } from './vote-or-join-button.tsx'

// The form and what follows are loaded once a visitor has tapped an answer, or a member is here.
const AnswerStatus = lazyComponent(() => import('./answer-status.tsx').then((module) => module.AnswerStatus))

/**
 * Headline and buttons, one live poll, and the fixed figures. On a phone the poll comes before the figures. Members have only the first
 * two, in one band, once nothing waits of what they answered before.
 */
export function Hero({
  isBand,
  hasAnswer,
  answered,
}: {
  isBand: boolean
  /** A visitor's answer waits in this browser, or a member came with one. */
  hasAnswer: boolean
  /** The poll of a member's answer from before. */
  answered: number | undefined
}) {
  const size = isBand ? 'medium' : 'large'
  return (
    <div className={isBand ? 'border-b border-line bg-surface' : undefined}>
      <section
        className={classes(
          'frame gap-x-12',
          isBand
            ? 'py-3 md:py-5 lg:flex lg:items-center lg:justify-between'
            : 'grid grid-cols-1 gap-y-4 pt-4 pb-10 md:gap-y-8 md:pt-10 md:pb-16 lg:grid-cols-[1.15fr_1fr] lg:grid-rows-[auto_1fr] lg:gap-x-16',
        )}
      >
        <div className={isBand ? 'contents' : undefined}>
          <h1 className={isBand ? 'text-xl md:text-3xl' : 'text-display'}>{site.tagline}</h1>
          <div
            className={classes(
              'mt-2.5 flex flex-wrap items-center gap-2 md:gap-3',
              isBand
                ? '*:max-md:px-2 *:max-md:text-sm *:max-md:whitespace-normal max-md:*:nth-2:flex-1 lg:mt-0'
                : 'md:mt-6',
            )}
          >
            {!isBand && (
              <p className="min-w-0 flex-1 basis-40 text-sm leading-snug text-soft max-md:order-1 md:mb-4 md:basis-full md:text-xl md:leading-relaxed">
                <span className="max-md:hidden">
                  {site.pitch ??
                    'Vote in live polls, rate the officials who represent you, and talk with fellow citizens.'}{' '}
                </span>
                {site.name} belongs to no party. It belongs to every citizen.
              </p>
            )}
            <VoteOrJoinButton join="Join Now" size={size} className={heroButtonClass} />
            {isOpenPath('/politicians') && (
              <Link to="/politicians" className={classes(buttonClass({ variant: 'secondary', size }), heroButtonClass)}>
                Explore Politician Pages
              </Link>
            )}
            <Link
              to="/about"
              className={classes(
                buttonClass({ variant: 'ghost', size }),
                heroButtonClass,
                'text-accent! max-md:order-1',
              )}
            >
              Read Mission
            </Link>
          </div>
        </div>
        {!isBand && (
          <>
            <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
              <LivePoll answered={answered}>
                {(poll, isTapped) => hasAnswer && <AnswerStatus poll={poll} isTapped={isTapped} />}
              </LivePoll>
            </div>
            <dl className="flex flex-wrap justify-between gap-x-4 gap-y-3 self-start border-line max-md:pt-2 md:justify-start empty:hidden md:gap-x-12 md:border-t md:pt-6">
              {homeFigures.filter(isShown).map(({ value, label }) => (
                <div key={label} className="flex flex-col-reverse">
                  <dt className="text-sm text-soft">{label}</dt>
                  <dd className="font-serif text-2xl font-semibold tabular-nums md:text-3xl">{value}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </section>
    </div>
  )
}

const heroButtonClass = 'max-md:min-h-11 max-md:px-3.5 max-md:text-sm'
