import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/accessibility')({ component: Accessibility })

function Accessibility() {
  return (
    <PlainPage path="/accessibility">
      <p>
        WTPU is meant to be used by everyone. Every screen works with the keyboard alone, with screen readers, at 200%
        zoom and in light and dark themes; we aim at level AA of the Web Content Accessibility Guidelines 2.2.
      </p>
      <p>
        Motion is reduced when your device asks for it, and nothing is told by color alone. If something stands in your
        way, we want to know.
      </p>
    </PlainPage>
  )
}
