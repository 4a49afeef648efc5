import { tagline } from '@wtpu/contract/site/name'
import { Link } from '@tanstack/react-router'
import { Logo } from './logo.tsx'
import { footerColumns, socialLinks } from '#shell/header/menu.ts'
import { ThemeSwitch } from './theme.tsx'
import { liveUpdates, shortcuts, tickerSwitch } from '#lib/stored-switch.ts'
import { StoredSwitch } from '#ui/form/stored-switch.tsx'

const linkClass =
  'inline-flex min-h-11 items-center text-[0.9375rem] text-soft hover:text-ink hover:underline md:min-h-9'

export function Footer() {
  return (
    <footer className="mt-20 border-t border-line bg-sunken">
      <div className="frame grid grid-cols-2 gap-x-4 gap-y-10 py-12 sm:grid-cols-3 sm:gap-x-8 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div className="col-span-2 sm:col-span-3 lg:col-span-1">
          <Logo />
          <p className="mt-4 max-w-xs font-serif text-lg leading-snug">{tagline}</p>
          <div className="mt-6">
            <ThemeSwitch />
          </div>
          <div className="mt-3">
            <StoredSwitch label="Ticker on the home page" of={tickerSwitch} />
            <StoredSwitch label="Live updates" of={liveUpdates} />
            <StoredSwitch label="Single-key shortcuts" of={shortcuts} />
          </div>
        </div>
        {footerColumns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-sans text-sm font-semibold tracking-normal">{title}</h2>
            <ul className="mt-2">
              {links.map(({ label, ...target }) => (
                <li key={label}>
                  <Link {...target} className={linkClass}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="frame pb-5">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line pt-5 text-sm text-soft">
          <p>WTPU belongs to no party and takes no sides.</p>
          <ul className="flex flex-wrap gap-x-5">
            {socialLinks.map(({ href, label }) => (
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
