import { createFileRoute } from '@tanstack/react-router'
import { CoreValues, HowWeWork, JoinCallToAction, Mission, Timeline } from '#shell/about.tsx'

export const Route = createFileRoute('/about')({ component: About })

function About() {
  return (
    <>
      <Mission />
      <CoreValues />
      <Timeline />
      <HowWeWork />
      <JoinCallToAction />
    </>
  )
}
