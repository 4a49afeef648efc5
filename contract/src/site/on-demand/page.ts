import type { HeadInput } from '../head.ts'
import { site } from '../name.ts'
import type { PartName } from '../part-names.ts'

interface PageFacts {
  /** It shows and requests other data with a query string. To other pages that means nothing, as `?fbclid=` of a shared link. */
  readsQuery?: true
  /**
   * The calls that it makes first, with the parameters of its path, when its URL has no query string that it reads. They start
   * before its scripts have loaded.
   */
  calls?: readonly string[]
  /** Visitors see it on a site for members only, too: the way in, a link of a mail, or a page that the operator writes. */
  forVisitors?: true
  /** A person who opens it has opened the poll. */
  opens?: 'poll'
}

/** A screen of the specification's route table. `$name` matches one path segment. */
export interface Page<Path extends string = string> extends PageFacts {
  path: Path
  /** The part of the site that it goes off with, or null for none. */
  part: PartName | null
  /** Needs a signed-in user. */
  member: boolean
  /** Whether people who search the web look for it. */
  inSitemap: boolean
  head: HeadInput
}

/** In descriptions, `{site}` is the name of the site. */
const pageOf =
  (access: { member: boolean; inSitemap?: boolean; robots?: 'noindex' }) =>
  <const Path extends string>(
    path: Path,
    part: PartName | null,
    title: string,
    description: string | (() => string),
    facts?: PageFacts,
  ): Page<Path> => ({
    ...facts,
    path,
    part,
    member: access.member,
    inSitemap: access.inSitemap ?? false,
    get head() {
      return {
        title,
        description: (typeof description === 'string' ? description : description()).replaceAll('{site}', site.name),
        robots: access.robots,
      }
    },
  })
export const publicPage = pageOf({ member: false, inSitemap: true })
/** A form, or a page that announces what will come. */
export const unlistedPage = pageOf({ member: false })
/** The URL of the page contains what a user typed, an email address, a code or a token. */
export const personalPage = pageOf({ member: false, robots: 'noindex' })
export const memberPage = pageOf({ member: true })
