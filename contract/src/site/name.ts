import { defaultIdentity, type Logo, type SiteIdentity } from './defaults.ts'
import type { PartName } from './part-names.ts'
import type { RatingsClosed } from './site-parts.ts'

export type { Logo, SiteIdentity }

/**
 * The site's name and look, in this process or page. A server keeps it up to date (`server/src/db/identity.ts`), so text with the
 * name in it is made where it is used. In the web build, it is what the server has written into the page (`web/vite-site.ts`).
 */
export const site: SiteIdentity & {
  logo: Logo | null
  /** The parts that are switched off. Undefined if all are on. */
  off?: readonly PartName[] | undefined
  /** The addresses that belong to them, for pages that do not load the table of parts. */
  closed?: readonly string[] | undefined
  /** On a site for members only: the addresses of pages that visitors see begin with these. */
  forVisitors?: readonly string[] | undefined
  /** The days on which ratings close and open again. */
  ratings_closed?: RatingsClosed | undefined
  /** All officials are of the site's own place: districts and votes in Congress mean nothing to them. */
  local?: boolean | undefined
  /** The pitch of Home, where it differs. */
  pitch?: string | undefined
} = { ...defaultIdentity, logo: null }
