import { site } from '@wtpu/contract/site/name'
import { isOpenPath } from '@wtpu/contract/site/parts'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'

/** For addresses that lead nowhere, and for those of parts of the site that are off, as in links of old mails. */
export function NotFound() {
  return (
    <div className="page flex flex-col items-start gap-6">
      <p className="font-serif text-display font-semibold text-edge" aria-hidden>
        404
      </p>
      <h1>Oops! Page not found</h1>
      <p className="prose text-lg text-soft">
        {isOpenPath(window.location.pathname)
          ? 'This page does not exist. It may have moved, or the address may be wrong.'
          : `This part of ${site.name} is switched off.`}
      </p>
      <Link to="/" className={buttonClass({ size: 'large' })}>
        Return to Home
      </Link>
    </div>
  )
}
