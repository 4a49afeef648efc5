import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { lengthProblem } from '../lengths.ts'
import { Instant, LimitedText, Nullable, toLetter, toSingleLine } from '../schemas.ts'

/** The pages that an operator writes. Terms, privacy, support and accessibility replace the specification's text, the others join it. */
export const sitePageTitles = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  guidelines: 'Community Guidelines',
  support: 'Support',
  accessibility: 'Accessibility',
  about: 'About',
} as const
export type SitePageName = keyof typeof sitePageTitles
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object above
export const sitePageNames = Object.keys(sitePageTitles) as SitePageName[]

export const sitePageLimits = { text: 20_000, what_changed: 300 }
/** Older ones are kept, and not listed. */
export const maxListedVersions = 50

const Name = Type.Object({ name: Type.Enum(sitePageNames) })

const PageVersion = Type.Object({
  /** From 1, one more with each change. */
  version: Type.Integer(),
  published_at: Instant,
  /** What changed, in the operator's words. Empty for the first version. */
  what_changed: Type.String(),
})
export type PageVersion = Static<typeof PageVersion>

export const SitePage = Type.Object({
  /** In Markdown. Empty: the page has its built-in text. */
  text: Type.String(),
  /** The version that this is, or null if none was written. */
  current: Nullable(PageVersion),
  /** All versions, newest first. */
  versions: Type.Array(PageVersion, { maxItems: maxListedVersions }),
})
export type SitePage = Static<typeof SitePage>

export const getSitePage = {
  method: 'GET',
  url: '/api/pages/:name/',
  config: { open: true },
  schema: {
    area: 'Site',
    summary: 'Gets the text that the operator wrote for a page.',
    description: 'Terms, privacy and others. With `version`, an earlier text.',
    missing: 'Version',
    params: Name,
    querystring: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) }),
    response: { 200: SitePage, ...failures },
  },
} satisfies Endpoint

export const seeTerms = {
  method: 'POST',
  url: '/api/pages/terms/seen/',
  schema: {
    area: 'Site',
    summary: 'Says that the viewer has seen that the terms changed.',
    body: Type.Object({ version: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
    response: { 200: Type.Object({ seen: Type.Literal(true) }), ...failures },
  },
} satisfies Endpoint

const Written = Type.Object({
  text: LimitedText(sitePageLimits.text),
  what_changed: LimitedText(sitePageLimits.what_changed),
  /** The one that the change is based on, or 0. */
  version: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
})
export type WrittenPage = Static<typeof Written>

export const publishSitePage = {
  method: 'PUT',
  url: '/api/admin/pages/:name/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Publishes a new version of a page.',
    description: 'For admins. Without a text, the page has its built-in one again.',
    missing: 'Page',
    errors: ['changed_meanwhile'],
    params: Name,
    body: Written,
    response: { 200: SitePage, ...failures },
  },
} satisfies Endpoint

/** As it is stored. */
export const normalizePage = ({ text, what_changed }: Omit<WrittenPage, 'version'>) => ({
  text: toLetter(text),
  what_changed: toSingleLine(what_changed),
})

/** The sentences about what is wrong, by field. */
export function sitePageErrors(typed: WrittenPage): Partial<Record<'text' | 'what_changed', string>> {
  const { text, what_changed } = normalizePage(typed)
  const problems = {
    text:
      typed.version === 0 && text === ''
        ? 'Write the text of the page.'
        : lengthProblem('A page', text, sitePageLimits.text),
    what_changed:
      typed.version > 0 && what_changed === ''
        ? 'Say in a sentence what changed.'
        : lengthProblem('This sentence', what_changed, sitePageLimits.what_changed),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
}
