import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const styles = readFileSync(join(import.meta.dirname, '../web/src/styles.css'), 'utf8')
const [light = '', dark = ''] = styles.split(/^ {2}\.dark/m)

/** The color of a token, as in its declaration: `--accent: #1e40af;`. */
function color(theme: string, name: string): string {
  const found = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)?.[1]
  if (!found) throw new Error(`styles.css has no --${name} as #rrggbb`)
  return found
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

// Focus, highlighted items and the open case are outlined in the accent color.
test.each([
  ['light', light],
  ['dark', dark],
])('outlines have a contrast of at least 3 to all backgrounds of the %s theme', (_, theme) => {
  for (const background of ['paper', 'surface', 'sunken', 'tint']) {
    expect(contrast(color(theme, 'accent'), color(theme, background)), background).toBeGreaterThanOrEqual(3)
  }
})

test.each([
  ['light', light],
  ['dark', dark],
])('initials have a contrast of at least 4.5 to all eight colors of people in the %s theme', (_, theme) => {
  const tints = theme.match(/--person-\d(?=: )/g) ?? []
  expect(tints).toHaveLength(8)
  for (const tint of tints)
    expect(contrast(color(theme, 'ink'), color(theme, tint.slice(2))), tint).toBeGreaterThanOrEqual(4.5)
})
