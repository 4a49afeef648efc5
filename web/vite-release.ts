import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Names the build in the page: the time in seconds, which tells what is newer, and a hash of what is in it, so that the same
 * code built on several servers is one release.
 */
export function nameRelease(): Plugin {
  return {
    name: 'name-release',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After scripts have their names, which are in the page.
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build has no index.html.')
        const html = page.source.toString()
        const hash = createHash('sha256').update(html).update(Object.keys(bundle).toSorted().join()).digest('hex')
        const time = Math.floor(Date.now() / 1000)
        page.source = html.replace('data-release=""', () => `data-release="${time}-${hash.slice(0, 12)}"`)
      },
    },
  }
}
