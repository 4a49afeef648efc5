import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/media')({ component: Media })

const planned = [
  'Press releases',
  'Logos and images for print',
  'Recordings of citizen forums',
  'A contact for journalists',
]

function Media() {
  return (
    <ComingSoon path="/media" planned={planned}>
      News, recordings and material for the press about WTPU and what citizens say here.
    </ComingSoon>
  )
}
