import { site } from '@wtpu/contract/site/name'
import { Link } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { classes } from '#lib/classes.ts'
import { Logo } from './logo.tsx'
import { footerColumns } from '#shell/header/menu.ts'
import { useIdle } from '#lib/use-idle.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

const linkClass =
  'inline-flex min-h-11 min-w-11 items-center text-sm leading-tight text-soft hover:text-ink hover:underline md:min-h-9'

// It is below the first screen, so its place is reserved and its code is loaded later.
const BrowserSettings = lazyComponent(() =>
  import('./after-page/browser-settings.tsx').then((module) => module.BrowserSettings),
)

/** On a phone, only links: the settings of this browser open below them. */
export function Footer() {
  const [isOpen, setOpen] = useState(false)
  const idle = useIdle()
  return (
    <footer id="footer" tabIndex={-1} className="outline-none mt-12 border-t border-line bg-sunken md:mt-20">
      <div className="frame grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-2 py-1 md:grid-cols-3 md:gap-x-8 md:gap-y-10 md:py-12 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
        {footerColumns.map(({ title, links }, index) => (
          <nav key={title} aria-label={title}>
            <h2 className="mb-2 font-sans text-sm font-semibold tracking-normal max-md:hidden">{title}</h2>
            <ul>
              {links.map(({ label, ...target }) => (
                <li key={label}>
                  <Link {...target} className={linkClass}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
            {/* On a phone, in the free place of the last column. */}
            {index === 2 && (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls="browser-settings"
                onClick={() => setOpen(!isOpen)}
                className={classes(linkClass, 'gap-1 text-left md:hidden')}
              >
                Theme and updates <ChevronDown aria-hidden className={classes('size-4', isOpen && 'rotate-180')} />
              </button>
            )}
          </nav>
        ))}
        <div className="col-span-full md:order-first lg:col-span-1">
          <div className="mb-6 max-md:hidden">
            <Logo />
            <p className="mt-4 max-w-xs font-serif text-lg leading-snug">{site.tagline}</p>
          </div>
          <div
            id="browser-settings"
            className={classes('min-h-64 max-md:pt-2 max-md:pb-4', !isOpen && 'max-md:hidden')}
          >
            {idle && <BrowserSettings />}
          </div>
        </div>
      </div>
      <div className="frame pb-1 md:pb-5">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line text-sm text-soft md:pt-5">
          <p className="max-md:hidden">{site.name} belongs to no party and takes no sides.</p>
          <ul className="flex flex-wrap gap-x-5">
            {site.social.map(({ href, label }) => (
              <li key={href}>
                <a href={href} target="_blank" rel="noopener noreferrer" className={linkClass}>
                  {label}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}
