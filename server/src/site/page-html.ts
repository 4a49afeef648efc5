import { headElements, type HeadElement, type HeadInput } from '@wtpu/contract/site/head'
import { site } from '@wtpu/contract/site/name'
import type { findPage } from '@wtpu/contract/site/on-demand/find-page'
import type { FastifyInstance } from 'fastify'
import { oembedLinks } from './embed/oembed.ts'
import { escapeMarkup } from './escape.ts'
import { feedLinks } from './feeds.ts'
import type { FirstContent } from './first-content.ts'
import { withOwnIcons } from './logo.ts'
import { accentStyle, identityOfPage, logoStyle } from './look.ts'
import type { PageTemplate } from './page-template.ts'
import { siteZone } from './site-zone.ts'

export type FoundPage = NonNullable<ReturnType<typeof findPage>>

export interface PageParts {
  /** The time at which the responses were read. */
  at: number
  /** Without the query string. */
  url: string
  /** Undefined for the page that says that there is none. */
  found: FoundPage | undefined
  /** Only members see it, so its head has a title, which is the same for all pages. */
  isClosed: boolean
  head: HeadInput
  first: FirstContent
  /** What the page requests first, as far as the responses are not in it. */
  calls: readonly string[]
  /** What the page needs in addition to the scripts of all pages. */
  scripts: readonly string[]
}

/** The HTML of a page, and the content security policy that allows its inline code. */
export function composePage(
  { html: template, policyWith }: PageTemplate,
  { publicUrl, siteAccessCode, siteTimeZone }: FastifyInstance['config'],
  { at, url, found, isClosed, head, first, calls, scripts }: PageParts,
): { html: string; policy: string } {
  const styles = [accentStyle(), logoStyle(), first.css].filter(Boolean)
  const elements: HeadElement[] = isClosed
    ? [{ tag: 'title', attributes: {}, text: site.name }]
    : [...headElements(publicUrl, url, head), ...(found ? linksOf(publicUrl, found, siteAccessCode) : [])]
  // Insert first content and head last: they contain user text, in which placeholders must not be replaced.
  const html = withOwnIcons(template)
    .replace('data-site="{}"', () => `data-site="${escapeMarkup(identityOfPage())}"`)
    .replace('__GATE__', siteAccessCode ? 'on' : 'off')
    .replace('__TIME_ZONE__', siteTimeZone)
    .replace('__ZONE__', siteZone(siteTimeZone))
    .replace('data-audience=""', `data-audience="${first.audience}"`)
    // After the import map, which browsers ignore once they have begun to load scripts.
    .replace('<!--preloads-->', () => preloads(scripts).join('\n    '))
    .replace('<!--first-content-->', () => first.html)
    .replace('<!--responses-->', () => embed(first, at))
    .replace('<!--head-->', () =>
      [
        ...elements.map(render),
        ...(found ? prefetchMeta(found.page.member || isClosed, calls) : []),
        ...styles.map((css) => `<style>${css}</style>`),
      ].join('\n    '),
    )
  return { html, policy: policyWith(styles) }
}

function preloads(scripts: readonly string[]): string[] {
  return scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${escapeMarkup(script)}">`)
}

function prefetchMeta(member: boolean, calls: readonly string[]): string[] {
  if (calls.length === 0) return []
  return [`<meta name="prefetched" content="${escapeMarkup(calls.join(' '))}" data-member="${member}">`]
}

/** For lib/api/embedded.ts. */
function embed({ calls, responses }: FirstContent, at: number): string {
  if (calls.length === 0) return ''
  const text = responses.replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="responses" data-at="${at}">${text}</script>`
}

function render({ tag, attributes, text }: HeadElement): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
  const open = `<${tag}${written.join('')} data-head>`
  if (tag === 'script') return `${open}${text ?? ''}</script>`
  return tag === 'title' ? `${open}${escapeMarkup(text ?? '')}</title>` : open
}

/** Feeds and frames of what the page shows. With a gate, there are no frames. */
const linksOf = (publicUrl: string, { page, params }: FoundPage, siteAccessCode: string) => [
  ...feedLinks(page.path, params),
  ...(siteAccessCode ? [] : oembedLinks(publicUrl, { path: page.path, params })),
]
