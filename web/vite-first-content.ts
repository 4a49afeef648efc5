import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { siteOfPage } from './vite-site.ts'
import { stripSchemas } from './vite-strip-schemas.ts'
import { stubEntities } from './vite-stub-entities.ts'

/** Builds `src/first-content.tsx` as one script, next to the manifest, where only the server reads it. */
export function firstContent(): Plugin {
  let folder = ''
  return {
    name: 'first-content',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir, '.vite')
    },
    generateBundle: {
      // After other plugins have added what they preload.
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build has no index.html.')
        page.source = loadAfterStyles(page.source.toString())
      },
    },
    closeBundle: async () => {
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'error',
        publicDir: false,
        plugins: [siteOfPage(), stubEntities(), stripSchemas(), noLaterCode(), react()],
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          ssr: 'src/first-content.tsx',
          outDir: folder,
          emptyOutDir: false,
          minify: true,
          rolldownOptions: {
            output: { format: 'cjs', entryFileNames: 'first-content.cjs', codeSplitting: false },
          },
        },
      })
    },
  }
}

/**
 * Moves scripts and fonts to where `head-scripts/prefetch.js` starts to load them. A browser loads nothing of a template, and
 * a script waits for the style sheets before it.
 */
function loadAfterStyles(html: string): string {
  const later = /<!--preloads-->|<script type="module".*?<\/script>|<link rel="(?:module)?preload".*?>/g
  const elements = html.match(later)?.join('') ?? ''
  const [styles] = html.match(/(?<=<link rel="stylesheet"[^>]* href=")[^"]+/) ?? []
  if (!styles) throw new Error('The page has no style sheet.')
  // Not the style sheet itself, because the scripts of the head would wait for it.
  const early = `<link rel="preload" as="style" crossorigin href="${styles}" />`
  const styled = `<script>dispatchEvent(new Event('styled'))</script>`
  return html
    .replace(later, '')
    .replaceAll(/\n\s*(?=\n)/g, '')
    .replace('<!--head-->', () => `${early}\n    <!--head-->`)
    .replace('</body>', () => `  <template id="later">${elements}</template>\n    ${styled}\n  </body>`)
}

/**
 * Code that the app loads after its first screen never arrives, so what is shown meanwhile is rendered. What formats texts is
 * loaded before.
 */
function noLaterCode(): Plugin {
  return {
    name: 'no-later-code',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/src\/[^?]+\.tsx?$/, code: /\bimport\(/ },
      handler: (code) => code.replaceAll(/\bimport\('(?!\.\/format-markdown)[^']+'\)/g, 'new Promise(() => undefined)'),
    },
  }
}
