import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { contentSecurityPolicy } from '#http/security.ts'
import type { FastifyInstance } from 'fastify'

/**
 * The page of the web build. The content security policy allows its inline code by hashes: unlike a nonce, which is new for each
 * response, they let everyone have the same bytes.
 */
export interface PageTemplate {
  html: string
  /** The header that lets a browser request the style sheet before it has read any of the HTML. */
  link?: string
  /** @param styles the style elements that are added to the page */
  policyWith: (styles: readonly string[]) => string
}

/** Libraries add an empty style element and then rules to it, which needs no permission. */
const emptyStyle = ''

export function readTemplate(folder: string, config: FastifyInstance['config']): PageTemplate | undefined {
  const file = path.join(folder, 'index.html')
  if (!existsSync(file)) return undefined
  const html = readFileSync(file, 'utf8')
  // The text of the element that the page's script adds (web/vite-import-map.ts).
  const importMap = path.join(folder, '.vite/import-map.json')
  const scripts = [...textsOf(html, 'script'), ...(existsSync(importMap) ? [readFileSync(importMap, 'utf8')] : [])]
  const own = textsOf(html, 'style')
  return {
    html,
    ...linkOf(html),
    policyWith: (styles) =>
      contentSecurityPolicy(
        { scripts: scripts.map(sourceOf), styles: [...own, ...styles, emptyStyle].map(sourceOf) },
        config,
      ),
  }
}

function linkOf(html: string): Pick<PageTemplate, 'link'> {
  const [styles] = html.match(/(?<=<link rel="preload" as="style" [^>]*href=")[^"]+/) ?? []
  return styles ? { link: `<${styles}>; rel=preload; as=style; crossorigin` } : {}
}

/** What elements without attributes contain. */
const textsOf = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text = '']) => text)

const sourceOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
