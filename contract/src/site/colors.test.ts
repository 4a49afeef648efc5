import { expect, test } from 'vitest'
import { accentContrast, contrast, minContrast, nearestAccent } from './colors.ts'

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test.each(['#ffff00', '#a9bdff', '#1e40af', '#000000', '#ffffff', '#ff0000', '#808080'])(
  'the nearest color to %s is readable in each theme, and is the color itself if that is',
  (color) => {
    for (const field of ['accent', 'accent_dark'] as const) {
      const found = nearestAccent(color, field)
      expect(accentContrast(found, field)).toBeGreaterThanOrEqual(minContrast)
      expect(found === color).toBe(accentContrast(color, field) >= minContrast)
    }
  },
)
