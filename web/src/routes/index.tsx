import { createFileRoute } from '@tanstack/react-router'
import { featuredPollsQuery } from '#features/polls/featured/featured-api.ts'
import { HomeRepresentatives } from '#shell/home/home-representatives.tsx'
import { HomeTicker } from '#shell/home/home-ticker.tsx'
import { ClosingCallToAction, Features, Foundation, Hero, LiveVoting } from '#shell/home/home.tsx'

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
      <HomeRepresentatives />
      <ClosingCallToAction />
      <HomeTicker />
    </>
  )
}
