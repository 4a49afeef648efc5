import { createFileRoute } from '@tanstack/react-router'
import { CoreValues, HowWeWork, JoinCallToAction, Mission, Timeline } from '#shell/about.tsx'
import { OperatorPart } from '#shell/site-page.tsx'

export const Route = createFileRoute('/about')({ component: About })

function About() {
  return (
    <>
      <Mission />
      <CoreValues />
      <Timeline />
      <HowWeWork />
      <OperatorPart />
      <JoinCallToAction />
    </>
  )
}
