import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'

export function NotFound() {
  return (
    <div className="frame flex flex-col items-start gap-6 py-20 md:py-28">
      <p className="font-serif text-8xl font-semibold text-edge tabular-nums" aria-hidden>
        404
      </p>
      <h1 className="text-4xl md:text-5xl">Oops! Page not found</h1>
      <p className="prose text-lg text-soft">
        This page does not exist. It may have moved, or the address may be wrong.
      </p>
      <Link to="/" className={buttonClass({ size: 'large' })}>
        Return to Home
      </Link>
    </div>
  )
}
