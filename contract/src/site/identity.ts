import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { emailProblem } from '../accounts/on-demand/credentials.ts'
import { lengthProblem } from '../lengths.ts'
import type { PartName } from './part-names.ts'
import { LimitedText, Nullable, toSingleLine } from '../schemas.ts'
import { accentContrast, isColor, minContrast, nearestAccent, themes, type AccentField } from './colors.ts'
import { type Figure, homeFigures } from './figures.ts'
import { boilerRoomFigures, directoryFigures, lastUpdated, timeline } from './on-demand/more-figures.ts'
import type { SiteIdentity } from './defaults.ts'
import { logoMaxBytes } from './logo.ts'
import { isWebAddress } from '../web-address.ts'

/** The fixed figures by the page that shows them. Two with the same label are switched together. */
export const figurePages: [page: string, figures: readonly Figure[], part?: PartName][] = [
  ['Home', homeFigures],
  ['Politicians', [...directoryFigures, lastUpdated], 'officials'],
  ['Boiler Room', boilerRoomFigures, 'boiler-room'],
  ['About', [timeline]],
]

export const identityLimits = {
  name: 40,
  tagline: 100,
  contact: 254,
  label: 30,
  href: 300,
  licence: 300,
  newsletter: 200,
  social: 8,
}

const Identity = Type.Object({
  name: LimitedText(identityLimits.name),
  tagline: LimitedText(identityLimits.tagline),
  contact: LimitedText(identityLimits.contact),
  social: Type.Array(
    Type.Object({ href: LimitedText(identityLimits.href), label: LimitedText(identityLimits.label) }),
    { maxItems: identityLimits.social },
  ),
  /** The labels of the fixed figures that are switched off. */
  hidden: Type.Array(Type.Enum([...new Set(figurePages.flatMap(([, figures]) => figures.map(({ label }) => label)))])),
  accent: Type.String({ maxLength: 7 }),
  accent_dark: Type.String({ maxLength: 7 }),
  licence: LimitedText(identityLimits.licence),
  newsletter: LimitedText(identityLimits.newsletter),
})
const StoredIdentity = Type.Object({
  identity: Identity,
  /** How often it was changed. */
  version: Type.Integer(),
})
export type StoredIdentity = Static<typeof StoredIdentity>

const NameAndLook = Type.Object({
  ...StoredIdentity.properties,
  logo: Nullable(Type.Object({ src: Type.String(), width: Type.Integer(), height: Type.Integer() })),
})
export type NameAndLook = Static<typeof NameAndLook>

export const getSiteIdentity = {
  method: 'GET',
  url: '/api/admin/site/',
  schema: {
    area: 'Administration',
    summary: 'Gets the name and look of the site.',
    description: 'For admins.',
    missing: 'Page',
    response: { 200: NameAndLook, ...failures },
  },
} satisfies Endpoint

export const changeSiteIdentity = {
  method: 'PUT',
  url: '/api/admin/site/',
  schema: {
    area: 'Administration',
    summary: 'Changes the name and look of the site.',
    description: 'For admins. `version` is the one that the changes are based on. Empty colors are the default ones.',
    missing: 'Page',
    errors: ['changed_meanwhile'],
    body: StoredIdentity,
    response: { 200: NameAndLook, ...failures },
  },
} satisfies Endpoint

export const changeSiteLogo = {
  method: 'POST',
  url: '/api/admin/site/logo/',
  config: { files: { logo: { maxBytes: logoMaxBytes, maxCount: 1, tooLarge: 'A logo can have at most 5 MB.' } } },
  schema: {
    area: 'Administration',
    summary: 'Changes or removes the logo of the site.',
    description:
      'For admins. `logo` is a square or wide image: PNG, JPEG or WebP. Without it, the site has the default logo again. `version` is the one of the name and look that the change is based on.',
    missing: 'Page',
    errors: ['changed_meanwhile'],
    body: Type.Object({ version: Type.String({ pattern: String.raw`^\d{1,9}$` }) }),
    response: { 200: NameAndLook, ...failures },
  },
} satisfies Endpoint

/** As it is stored. */
export const normalizeIdentity = (typed: SiteIdentity): SiteIdentity => ({
  ...typed,
  name: toSingleLine(typed.name),
  tagline: toSingleLine(typed.tagline),
  contact: typed.contact.trim(),
  social: typed.social
    .map(({ label, href }) => ({ href: href.trim(), label: toSingleLine(label) }))
    .filter(({ label, href }) => label !== '' || href !== ''),
  accent: typed.accent.trim().toLowerCase(),
  accent_dark: typed.accent_dark.trim().toLowerCase(),
  licence: toSingleLine(typed.licence),
  newsletter: toSingleLine(typed.newsletter),
})

/** The sentences about what is wrong, by field. */
export function identityErrors(typed: SiteIdentity): Partial<Record<keyof SiteIdentity, string>> {
  const { name, tagline, contact, social, accent, accent_dark, licence, newsletter } = normalizeIdentity(typed)
  const problems = {
    name: name === '' ? 'The site needs a name.' : lengthProblem('A name', name, identityLimits.name),
    tagline: tagline === '' ? 'The site needs a tagline.' : lengthProblem('A tagline', tagline, identityLimits.tagline),
    contact: contact === '' ? undefined : emailProblem(contact),
    social: social.map(socialProblem).find(Boolean),
    accent: colorProblem(accent, 'accent'),
    accent_dark: colorProblem(accent_dark, 'accent_dark'),
    licence:
      licence === ''
        ? 'Say under which terms others may use the data.'
        : lengthProblem('The terms', licence, identityLimits.licence),
    newsletter: lengthProblem('The sentence', newsletter, identityLimits.newsletter),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
}

function socialProblem({ label, href }: { label: string; href: string }): string | undefined {
  if (label === '') return `The link ${href} needs a name.`
  return isWebAddress(href) ? undefined : `The address of ${label} must start with https://, without a user name.`
}

function colorProblem(color: string, field: AccentField): string | undefined {
  if (color === '') return undefined
  if (!isColor(color)) return 'Write the color as #1e40af.'
  const ratio = accentContrast(color, field)
  if (ratio >= minContrast) return undefined
  return `This color is hard to read in the ${themes[field].name} theme: its contrast is ${Math.floor(ratio * 10) / 10} to 1, and at least ${minContrast} to 1 is needed. The nearest color that works is ${nearestAccent(color, field)}.`
}
