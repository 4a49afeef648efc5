import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

const folder = join(import.meta.dirname, 'head-scripts')
const names = ['theme.js', 'prefetch.js']
/** `vite-import-map.ts` completes it. */
const ofBuild = ['import-map.js']

/**
 * Puts the scripts that run before the application into the page itself, because each request delays it on a slow network.
 * The server allows them by a hash in the content security policy, so they are one element.
 */
export function headScripts(): Plugin {
  return {
    name: 'head-scripts',
    transformIndexHtml: (html, { bundle }) =>
      html.replace(
        '<!--head-scripts-->',
        () => `<script>${[...names, ...(bundle ? ofBuild : [])].map(minified).join('')}</script>`,
      ),
  }
}

function minified(name: string): string {
  const { code, errors } = minifySync(name, readFileSync(join(folder, name), 'utf8'))
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`)
  return code.trim()
}
