import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.browser'
import { loadMarkdown } from '#community/markdown/markdown.tsx'
import { newQueryClient } from '#lib/api/api.ts'
import { addEmbedded } from '#lib/api/embedded.ts'
import { GateScreen } from '#shell/gate/gate-screen.tsx'
import { newRouter } from './router.tsx'

/*
 * What the app shows first, as HTML that the server puts into the page (`vite-first-content.ts`). The app replaces it with the
 * same. It runs on the server with the few browser globals of `server/src/site/first-content.ts`.
 */

interface Rendered {
  html: string
  /** The style attributes, which the content security policy does not allow in HTML. */
  css: string
}

export const renderGate = () =>
  toHtml(
    <QueryClientProvider client={newQueryClient()}>
      <GateScreen onOpen={() => undefined} />
    </QueryClientProvider>,
    'gate-',
  )

/**
 * @param responses What public calls were answered, by their paths, as JSON.
 * @returns Empty for an address that leads to another page.
 */
export async function renderPage(path: string, responses: string): Promise<Rendered> {
  const queryClient = newQueryClient()
  addEmbedded(queryClient, responses, Infinity)
  const router = newRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  // Loaders request data.
  for (const route of Object.values(router.routesById)) Object.assign(route.options, { loader: undefined })
  await Promise.all([router.load(), loadMarkdown()])
  if (router.state.location.pathname !== path) return { html: '', css: '' }
  return toHtml(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

/** @param prefix Keeps apart the styles of two renderings that are on one page. */
function toHtml(element: ReactElement, prefix = ''): Rendered {
  // What is only for narrow or for wide windows is all there, and hidden by CSS.
  Object.assign(window, { matchMedia: (query: string) => ({ matches: query.includes('width') }) })
  const rules = new Map<string, string>()
  const html = renderToStaticMarkup(element)
    .replaceAll(/<script\b.*?<\/script>/gs, '')
    .replaceAll(/<(?:button|input|select|textarea)\b[^>]*/g, withoutApp)
    .replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
      const name = rules.get(style) ?? `${prefix}${rules.size.toString(36)}`
      rules.set(style, name)
      return ` data-style="${name}"`
    })
  return { html, css: [...rules].map(([style, name]) => `#first [data-style="${name}"]{${style}}`).join('') }
}

/**
 * A control takes no input until the app is there, because it would be lost, and looks so. The focus can be in fields, so that
 * Tab goes on from there in the app.
 */
const withoutApp = (control: string) =>
  control.includes(' disabled=""')
    ? control
    : control
        .replace(' aria-disabled="true"', '')
        .replace(/^<\w+/, `$& ${isField.test(control) ? 'readonly' : 'disabled'}=""`)
const isField = /^<textarea|^<input\b(?=.* type="(?:text|email|password|search|tel|url)")/s
