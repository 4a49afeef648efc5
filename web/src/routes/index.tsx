import { createFileRoute } from '@tanstack/react-router'
import { Closing, Features, Foundation, Hero, LiveVoting } from '#shell/home.tsx'

export const Route = createFileRoute('/')({ component: Home })

function Home() {
  return (
    <>
      <Hero />
      <Foundation />
      <Features />
      <LiveVoting />
      <Closing />
    </>
  )
}
