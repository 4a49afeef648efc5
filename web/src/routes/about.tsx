import { createFileRoute } from '@tanstack/react-router'
import { CoreValues, HowWeWork, JoinCallToAction, Mission, Timeline } from '#shell/about.tsx'
import { formatEmbeddedText, OperatorPart } from '#shell/on-demand/site-page.tsx'

export const Route = createFileRoute('/about')({
  loader: ({ context: { queryClient } }) => formatEmbeddedText(queryClient, 'about'),
  component: About,
})

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
