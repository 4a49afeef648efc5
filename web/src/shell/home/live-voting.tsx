import { isOn } from '@wtpu/contract/site/parts'
import { FeaturedPolls } from '#features/polls/featured/featured-polls.tsx'
import { classes } from '#lib/classes.ts'
import { usePendingAnswer } from '#lib/session/pending-answer.ts'
import { useSession } from '#lib/session/session.ts'
import { useIdle } from '#lib/use-idle.ts'
import { pollsLink } from '#shell/header/menu.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { ArrowLink } from './arrow-link.tsx'

// Optional, and loaded once the browser is idle. Its height is reserved.
const NewestLine = lazyComponent(
  () => import('#features/common-ground/after-home/newest-line.tsx').then((module) => module.NewestLine),
  () => null,
)

// Loaded once a visitor has given an answer.
const AnswerStatus = lazyComponent(() => import('./answer-status.tsx').then((module) => module.AnswerStatus))

export function LiveVoting() {
  const idle = useIdle()
  const isVisitor = useSession() === null
  const hasAnswer = usePendingAnswer() !== undefined
  return (
    <section aria-labelledby="live-voting" className="border-y border-line bg-sunken">
      <div className="frame py-5 md:py-16">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 md:mb-8">
          <h2 id="live-voting" className="text-2xl md:text-4xl">
            Live voting
          </h2>
          <ArrowLink to={pollsLink.to} params={pollsLink.params}>
            See all polls
          </ArrowLink>
          <p className={classes('w-full leading-relaxed text-soft md:mt-2 md:text-lg', !isVisitor && 'max-md:hidden')}>
            Asked and answered by members. The bars move as votes come in.
          </p>
        </div>
        <FeaturedPolls>
          {(poll, isTapped) => hasAnswer && <AnswerStatus poll={poll} isTapped={isTapped} />}
        </FeaturedPolls>
        {/* Members see it above. */}
        {isVisitor && <p className="mt-6 min-h-24 md:min-h-12">{idle && isOn('common-ground') && <NewestLine />}</p>}
      </div>
    </section>
  )
}
