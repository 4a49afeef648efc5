import { Part } from '#lib/part.tsx'
import { site } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ForYou, ownBallotsQuery } from '#features/ballots/for-you.tsx'
import { NewestAgreement } from '#features/common-ground/newest-agreement.tsx'
import { latestQuery } from '#features/notifications/small/api.ts'
import { Waiting } from '#features/notifications/waiting.tsx'
import { MyPoliticianRows } from '#features/politicians/mine/home-section.tsx'
import { myPoliticiansQuery } from '#features/politicians/votes-api.ts'
import { useClosingPoll, useOpenPolls } from '#features/polls/your-turn/open-polls.ts'
import { classes } from '#lib/classes.ts'
import { takePlace } from '#lib/take-place.ts'
import { useWelcomeStep } from '#lib/welcome.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { PollsInTurn } from './polls-in-turn.tsx'

// Only new members see it.
const Welcome = lazyComponent(() => import('./welcome.tsx').then((module) => module.Welcome))

/** What a member can do today, above the sections that all see. New members see their first steps instead. */
export function Today({ isBelowAnswer }: { isBelowAnswer: boolean }) {
  const step = useWelcomeStep()
  if (step > 0) return <Welcome step={step} fallback={<div className="min-h-[50rem]" />} />
  return isBelowAnswer ? null : <Sections />
}

function Sections() {
  const closing = useClosingPoll()
  const { isPending } = useOpenPolls()
  const latest = useQuery(latestQuery())
  const mine = useQuery({ ...myPoliticiansQuery(), enabled: isOn('officials') })
  const ballots = useQuery({ ...ownBallotsQuery(), enabled: isOn('circles') })
  const isComplete = !isPending && !mine.isLoading && !latest.isPending && !ballots.isLoading
  // How tall a part will be is not known before, so what is below is shown only once it is there.
  return (
    <div
      className={classes(
        'frame grid grid-cols-1 items-start gap-x-12 gap-y-5 py-5 md:py-12 lg:grid-cols-[1.2fr_1fr]',
        !isComplete && 'min-h-[90rem] lg:min-h-[60rem]',
      )}
    >
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <TitledPart id="your-turn" title="Your turn" isFirst>
          <PollsInTurn />
        </TitledPart>
        <Part of="officials">
          <TitledPart
            id="your-representatives"
            className={isPending ? 'invisible' : undefined}
            title="Your representatives"
            link={
              <Link
                to="/$placeholder"
                params={{ placeholder: 'dashboard' }}
                className="inline-flex min-h-11 items-center font-semibold text-accent"
              >
                {isOn('roll-calls') && !site.local ? 'All votes' : 'More'}
              </Link>
            }
          >
            <MyPoliticianRows />
          </TitledPart>
        </Part>
      </div>
      <div className={classes('grid min-w-0 grid-cols-1 gap-6', (isPending || mine.isLoading) && 'max-lg:invisible')}>
        <TitledPart id="waiting" title="Waiting for you">
          <Waiting closing={closing} isPending={isPending} />
        </TitledPart>
        {isComplete && (ballots.isError || (ballots.data && ballots.data.length > 0)) && (
          <TitledPart id="for-you" title="For you">
            <ForYou ballots={ballots} />
          </TitledPart>
        )}
        {isComplete && isOn('common-ground') && <NewestAgreement />}
      </div>
    </div>
  )
}

function TitledPart({
  id,
  className,
  title,
  link,
  isFirst = false,
  children,
}: {
  id: string
  className?: string | undefined
  title: string
  link?: ReactNode
  /** It takes the place of the first steps, or of an answer that was withdrawn. */
  isFirst?: boolean
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className={className}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2
          id={id}
          ref={isFirst ? takePlace : undefined}
          tabIndex={isFirst ? -1 : undefined}
          className="min-w-0 text-2xl wrap-anywhere outline-none"
        >
          {title}
        </h2>
        {link}
      </div>
      {children}
    </section>
  )
}
