import { createFileRoute } from '@tanstack/react-router'
import { featuredPollsQuery } from '#features/polls/featured/featured-api.ts'
import { useAnswerOutcome, usePendingAnswer } from '#lib/session/pending-answer.ts'
import { useSession } from '#lib/session/session.ts'
import { useWelcomeStep } from '#lib/welcome.ts'
import { Hero } from '#shell/home/hero.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { WhenIdle } from '#shell/home/when-idle.tsx'

export const Route = createFileRoute('/')({
  // Not awaited, so that the section shows its skeleton while loading.
  loader: ({ context }) => void context.queryClient.prefetchQuery(featuredPollsQuery()),
  component: Home,
})

// Loaded after the first screen. A place of about its height is kept, so that the footer does not move, and that the browser
// can scroll a page that is opened again to where it was.
const BelowFirstScreen = lazyComponent(() =>
  import('#shell/home/after-home/below-first-screen.tsx').then((module) => module.BelowFirstScreen),
)

const Today = lazyComponent(() => import('#shell/home/today.tsx').then((module) => module.Today))

function Home() {
  const isMember = useSession() !== null
  const pending = usePendingAnswer()
  const outcome = useAnswerOutcome()
  const isNew = useWelcomeStep() > 0
  // The poll at the top stays until what became of the answer has been seen.
  const isToday = isMember && !pending && !outcome
  return (
    <>
      <Hero
        isBand={isToday}
        hasAnswer={isMember || pending !== undefined}
        answered={isMember ? (pending ?? outcome)?.pollId : undefined}
      />
      {isMember && (
        <Today
          isBelowAnswer={!isToday}
          fallback={(isToday || isNew) && <div className="min-h-[90rem] lg:min-h-[60rem]" />}
        />
      )}
      <BelowFirstScreen fallback={<div className="min-h-[140rem] lg:min-h-[120rem]" />} />
      <WhenIdle />
    </>
  )
}
