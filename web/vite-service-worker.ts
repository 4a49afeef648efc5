import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { hashedNames } from './vite-import-map.ts'

const source = join(import.meta.dirname, 'src/shell/install/service-worker.js')
/** From `public/`: what the offline page consists of. */
const offline = ['offline.html', 'offline.css', 'offline.js', 'favicon.svg']

/** Writes `sw.js` with the files that every page loads. Its content, and so the browser's version, changes with them. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const names = hashedNames(bundle)
        const files = Object.values(bundle).flatMap((file) => {
          if (file.type === 'chunk')
            return file.isEntry ? [file.fileName, ...file.imports].map((script) => names.get(script) ?? script) : []
          return /\.css$|-latin-(?!ext)[^/]*\.woff2$/.test(file.fileName) ? [file.fileName] : []
        })
        const shell = [...new Set([...offline, ...files])].toSorted().map((file) => `/${file}`)
        const pages = offline.map((file) => readFileSync(join(import.meta.dirname, 'public', file)))
        const code = readFileSync(source, 'utf8')
        const hash = createHash('sha256').update(code).update(shell.join())
        for (const page of pages) hash.update(page)
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: code
            .replace('__VERSION__', hash.digest('hex').slice(0, 12))
            .replace('__SHELL__', JSON.stringify(shell)),
        })
      },
    },
  }
}
