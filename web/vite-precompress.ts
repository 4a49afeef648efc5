import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|html|json|txt)$/
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Writes a `.br` and a `.gz` file for every asset at the highest compression level, so the server only reads files. */
export function precompressAssets(): Plugin {
  let folder = ''
  return {
    name: 'precompress-assets',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true, withFileTypes: true })
      const assets = files
        .filter((file) => file.isFile() && compressible.test(file.name) && file.name !== 'index.html')
        .map((file) => join(file.parentPath, file.name))
        // The build manifest is only used by our own checks and never served.
        .filter((file) => !file.includes('.vite'))
      await Promise.all(assets.map(compress))
    },
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  await Promise.all([
    brotli(bytes, best).then((small) => writeFile(`${file}.br`, small)),
    gzipped(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ])
}
