import { isOn } from '@wtpu/contract/site/parts'
import { FeaturedPolls } from '#features/polls/featured/featured-polls.tsx'
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

export function LiveVoting() {
  const idle = useIdle()
  const isVisitor = useSession() === null
  return (
    <section aria-labelledby="live-voting" className="border-y border-line bg-sunken">
      <div className="frame py-5 md:py-16">
        <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-1 md:mb-8">
          <div className="max-w-2xl">
            <h2 id="live-voting" className="text-2xl md:text-4xl">
              Live voting
            </h2>
            <p className="mt-2 leading-relaxed text-soft md:mt-4 md:text-lg">
              Asked and answered by members. The bars move as votes come in.
            </p>
          </div>
          <ArrowLink to={pollsLink.to} params={pollsLink.params}>
            See all polls
          </ArrowLink>
        </div>
        <FeaturedPolls />
        {/* Members see it above. */}
        {isVisitor && <p className="mt-6 min-h-24 md:min-h-12">{idle && isOn('common-ground') && <NewestLine />}</p>}
      </div>
    </section>
  )
}
