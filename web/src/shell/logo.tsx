import { isWide } from '@wtpu/contract/site/logo-shape'
import { site } from '@wtpu/contract/site/name'
import { classes } from '#lib/classes.ts'

/** Names that are longer are set smaller. */
const longName = 12

/**
 * The site's own logo, or two check marks that form a W; and the name, which is hidden if the header has no room for it, or the
 * logo is wide and so contains it. A long name takes two lines at most.
 */
export function Logo() {
  const { logo, name } = site
  const wide = logo && isWide(logo)
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      {logo ? (
        <img {...logo} alt={wide ? name : ''} className="max-w-full object-contain" />
      ) : (
        <svg aria-hidden data-mark viewBox="0 0 32 32" className="size-8 shrink-0">
          <rect width="32" height="32" rx="7" fill="#1e40af" />
          <path
            d="M5.5 12.5l4.8 9.5 5.7-12 5.7 12 5.3-14"
            fill="none"
            stroke="#fff"
            strokeWidth="3.2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      )}
      {!wide && (
        <span
          translate="no"
          className={classes(
            'line-clamp-2 font-serif leading-tight font-bold tracking-tight wrap-anywhere @max-[18.5rem]:hidden',
            name.length > longName ? 'text-base' : 'text-xl',
          )}
        >
          {name}
        </span>
      )}
    </span>
  )
}
