import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

const placeholder = '__SCRIPTS__'
/** As in `head-scripts/import-map.js`. A billion different names for each script; more would make each page larger. */
const hashLength = 5

/**
 * Names each script by a hash of its own code. Scripts import each other by names without a hash, which an import map
 * (`head-scripts/import-map.js`) leads to the files, so a change renames no script but its own, and browsers keep the others.
 * The map is also written to a file, because the server allows it by its hash (server/src/site/page-template.ts).
 */
export function importMap(): Plugin {
  return {
    name: 'import-map',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite has put the lists of preloads into the scripts, which is the last change to them.
      order: 'post',
      handler(_options, bundle) {
        const names = hashedNames(bundle)
        for (const { fileName, code } of chunksOf(bundle)) {
          delete bundle[fileName]
          this.emitFile({ type: 'asset', fileName: names.get(fileName), source: code })
        }
        const imports = Object.fromEntries([...names].map(([name, file]) => [`/${name}`, `/${file}`]))
        this.emitFile({ type: 'asset', fileName: '.vite/import-map.json', source: JSON.stringify({ imports }) })
        for (const file of ['.vite/manifest.json', 'index.html']) {
          const asset = bundle[file]
          if (asset?.type !== 'asset') throw new Error(`The build has no ${file}.`)
          asset.source = asset.source
            .toString()
            .replaceAll(/assets\/[\w.~-]+\.js/g, (script) => names.get(script) ?? script)
            .replace(placeholder, familiesOf([...names.values()]).join(' '))
        }
      },
    },
  }
}

/** The sorted files, as `head-scripts/import-map.js` reads them: those that differ by their number alone share their name. */
function familiesOf(files: string[]): string[] {
  const families: { name: string; hashes: string[] }[] = []
  for (const file of files) {
    const [, name = '', hash = ''] = new RegExp(`^assets/(.*)-(.{${hashLength}})\\.js$`).exec(file) ?? []
    const last = families.at(-1)
    if (last && name === `${last.name}${last.hashes.length + 1}`) last.hashes.push(hash)
    else families.push({ name, hashes: [hash] })
  }
  return families.map((family) => `${family.name}:${family.hashes.join('')}`)
}

/** The name that each script gets, to be asked after Vite has finished the scripts. */
export function hashedNames(bundle: Rolldown.OutputBundle): ReadonlyMap<string, string> {
  const names = chunksOf(bundle).map(({ fileName, code }) => {
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, hashLength)
    return [fileName, fileName.replace(/\.js$/, `-${hash}.js`)] as const
  })
  return new Map(names.toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })))
}

const chunksOf = (bundle: Rolldown.OutputBundle) => Object.values(bundle).filter((file) => file.type === 'chunk')
