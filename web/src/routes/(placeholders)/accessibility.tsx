import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/accessibility')({ component: Accessibility })

function Accessibility() {
  return (
    <PlainPage path="/accessibility">
      <p>
        WTPU is built for everyone. Every screen works with the keyboard alone, with screen readers, at 200% zoom, and
        in light and dark themes. Our goal is level AA of the Web Content Accessibility Guidelines 2.2.
      </p>
      <p>
        Motion is reduced if your device is set that way, and nothing is conveyed by color alone. If something does not
        work for you, please tell us.
      </p>
    </PlainPage>
  )
}
