import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The fonts of every page's first screen: body and headings, in the letters of English. */
const aboveTheFold = ['inter-latin-wght-normal', 'source-serif-4-latin-wght-normal']

/** Lets the browser fetch the fonts with the page, not only once the style sheet and the first text are there. */
export function fontPreloads(): Plugin {
  return {
    name: 'font-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => aboveTheFold.map((name) => preload(Object.keys(bundle), name)),
    },
  }
}

function preload(files: string[], name: string): HtmlTagDescriptor {
  const file = files.find((one) => one.startsWith(`assets/${name}`) && one.endsWith('.woff2'))
  if (!file) throw new Error(`The font ${name} is not in the build: has its package renamed it?`)
  return {
    tag: 'link',
    attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
    injectTo: 'head',
  }
}
