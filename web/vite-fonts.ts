import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * The fonts that every page needs for its first render. About half of each package file is unused weights and alternate
 * glyphs, so these fonts are subset. Other alphabets use the package files as they are (fonts.css).
 */
const fonts = [
  {
    name: 'inter-latin',
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    weight: { min: 400, max: 700 },
  },
  {
    name: 'source-serif-4-latin',
    source: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
    // Only headings use this font, all in one weight (styles.css).
    weight: 640,
  },
]

/** Basic Latin, Latin-1, and the punctuation, arrows and symbols in the packages' Latin files. */
const characters = [
  range(0x20, 0x7e),
  range(0xa0, 0xff),
  range(0x2009, 0x2027),
  '\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u202f\u2030\u2032\u2033\u2039\u203a\u20ac\u2122',
  '\u2190\u2191\u2192\u2193\u2212\u2215\ufffd',
].join('')
/** Kerning, ligatures, accents, and tabular figures for counts and timers. */
const features = ['kern', 'liga', 'calt', 'ccmp', 'mark', 'mkmk', 'locl', 'tnum', 'rvrn']

const cache = fileURLToPath(new URL('../node_modules/.cache/wtpu-fonts/', import.meta.url))

/** Makes `@subset-fonts/<name>.woff2` available to CSS, and preloads these fonts. */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    // Unit tests do not process CSS.
    apply: () => !process.env['VITEST'],
    config: async () => {
      await Promise.all(fonts.map(writeSubset))
      return { resolve: { alias: { '@subset-fonts': cache } } }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => (bundle ? fonts.map(({ name }) => preload(Object.keys(bundle), name)) : []),
    },
  }
}

async function writeSubset({ name, source, weight }: (typeof fonts)[number]): Promise<void> {
  const original = readFileSync(fileURLToPath(import.meta.resolve(source)))
  const key = createHash('sha256')
    .update(original)
    .update(JSON.stringify([weight, characters, features]))
    .digest('hex')
  const file = path.join(cache, `${name}.woff2`)
  if (existsSync(file) && existsSync(`${file}.key`) && readFileSync(`${file}.key`, 'utf8') === key) return
  const subset = await subsetFont(original, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weight },
    keepFeatures: features,
    noHinting: true,
  })
  mkdirSync(cache, { recursive: true })
  writeFileSync(file, subset)
  writeFileSync(`${file}.key`, key)
}

function preload(files: string[], name: string): HtmlTagDescriptor {
  const file = files.find((candidate) => candidate.startsWith(`assets/${name}-`) && candidate.endsWith('.woff2'))
  if (!file) throw new Error(`The font ${name} is not in the build.`)
  return {
    tag: 'link',
    attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
    injectTo: 'head',
  }
}

function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')
}
