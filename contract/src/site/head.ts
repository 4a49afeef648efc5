import { defaultIdentity } from './defaults.ts'
import { iconPath } from './logo.ts'
import { site } from './name.ts'
import { isOn } from './parts.ts'
import { pitch } from './pitch.ts'

/** The share image of pages that have none of their own. That of the web build shows the default name and look. */
export function defaultImage(): string {
  const { name, tagline, accent, logo } = site
  const isDefault =
    name === defaultIdentity.name && tagline === defaultIdentity.tagline && accent === '' && logo === null
  return isDefault ? '/share.png' : '/share/site.png'
}

/** The metadata that a page may set. */
export interface HeadInput {
  title?: string
  description?: string
  keywords?: string
  image?: string
  /** What the image shows. */
  imageAlt?: string
  url?: string
  type?: string
  siteName?: string
  author?: string
  publishedTime?: string
  modifiedTime?: string
  section?: string
  tag?: string
  /** For example `noindex` on the 404 page. */
  robots?: string
  /** The page's main subject as schema.org data, without `url`. */
  subject?: { '@type': string } & Record<string, unknown>
}

/** One element of `<head>`. Only the title and structured data have text. */
export interface HeadElement {
  tag: 'title' | 'meta' | 'link' | 'script'
  attributes: Record<string, string>
  text?: string
}

export const defaultDescription = (): string =>
  `${pitch(false)}. ${site.name} is a nonpartisan civic engagement platform: ${site.tagline}.`

/**
 * The complete head of a page, including defaults. The server writes it into the HTML of the first load; after that the
 * router keeps it up to date. `origin` is the site's public URL without a trailing slash.
 */
export function headElements(origin: string, path: string, input: HeadInput): HeadElement[] {
  const name = input.siteName ?? site.name
  const title = input.title ? `${input.title} | ${name}` : `${name} | ${site.tagline}`
  const description = input.description ?? defaultDescription()
  const url = input.url ?? `${origin}/${path.split('/').filter(Boolean).join('/')}`
  const imageAlt = input.imageAlt ?? `${name}: ${site.tagline}`
  const shareImage = input.image ?? defaultImage()
  const image = shareImage.startsWith('/') ? origin + shareImage : shareImage
  const metaNames: Record<string, string | undefined> = {
    description,
    keywords: input.keywords ?? keywords(),
    author: input.author ?? name,
    robots: input.robots ?? 'index, follow',
    'revisit-after': '7 days',
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': image,
    'twitter:image:alt': imageAlt,
  }
  const metaProperties: Record<string, string | undefined> = {
    'og:title': title,
    'og:description': description,
    'og:type': input.type ?? 'website',
    'og:url': url,
    'og:image': image,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': imageAlt,
    'og:site_name': name,
    'og:locale': 'en_US',
    'article:published_time': input.publishedTime,
    'article:modified_time': input.modifiedTime,
    'article:section': input.section,
    'article:tag': input.tag,
  }
  return [
    { tag: 'title', attributes: {}, text: title },
    ...metas('name', metaNames),
    ...themeColors(),
    ...metas('property', metaProperties),
    { tag: 'link', attributes: { rel: 'canonical', href: url } },
    { tag: 'script', attributes: { type: 'application/ld+json' }, text: structuredData(origin, url, name, input) },
  ]
}

const keywords = () =>
  `civic engagement, polls, ${isOn('officials') ? 'politicians, ' : ''}${isOn('ratings') ? 'ratings, ' : ''}nonpartisan, voting`

function metas(key: 'name' | 'property', values: Record<string, string | undefined>): HeadElement[] {
  return Object.entries(values)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, content]) => ({ tag: 'meta', attributes: { [key]: name, content } }))
}

/** The brand's color in the light theme, and the page's own background in the dark one. */
const themeColors = (): HeadElement[] =>
  [
    ['light', site.accent || '#1e40af'],
    ['dark', '#171410'],
  ].map(([scheme = '', content = '']) => ({
    tag: 'meta',
    attributes: { name: 'theme-color', content, media: `(prefers-color-scheme: ${scheme})` },
  }))

/** The site with its search (/search with the query parameter `q`), its publisher and the page's subject. */
function structuredData(origin: string, url: string, name: string, { subject }: HeadInput): string {
  const publisher = `${origin}/#organization`
  const graph = [
    {
      '@type': 'WebSite',
      name,
      url: `${origin}/`,
      publisher: { '@id': publisher },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
    {
      '@type': 'Organization',
      '@id': publisher,
      name,
      url: `${origin}/`,
      logo: `${origin}${iconPath('/icon-512.png')}`,
      slogan: site.tagline,
    },
    ...(subject ? [{ ...subject, url }] : []),
  ]
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
}
