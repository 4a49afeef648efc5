import { createFileRoute } from '@tanstack/react-router'
import { featuredPollsQuery } from '#features/polls/featured/featured-api.ts'
import { ClosingCallToAction, Features, Foundation, Hero, LiveVoting } from '#shell/home/home.tsx'
import { WhenIdle } from '#shell/home/when-idle.tsx'

export const Route = createFileRoute('/')({
  // Not awaited, so that the section shows its skeleton while loading.
  loader: ({ context }) => void context.queryClient.prefetchQuery(featuredPollsQuery()),
  component: Home,
})

function Home() {
  return (
    <>
      <Hero />
      <Foundation />
      <Features />
      <LiveVoting />
      <ClosingCallToAction />
      <WhenIdle />
    </>
  )
}
