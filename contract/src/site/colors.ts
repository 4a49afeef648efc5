import { site } from './name.ts'

/** The background of pages in the light theme. */
export const paper = '#f8f5ee'

/** Backgrounds of text in both themes (web/src/styles.css), the one with the least contrast to the accent last. */
export const themes = {
  accent: { name: 'light', surface: '#fffdf8', backgrounds: ['#fffdf8', paper, '#efeadf', '#ffffff'] },
  accent_dark: { name: 'dark', surface: '#201c16', backgrounds: ['#110f0b', '#171410', '#201c16'] },
} as const
export type AccentField = keyof typeof themes

/** The color of the logo, mails and drawings, which are light. */
export const brandColor = (): string => site.accent || '#1e40af'

/** WCAG 2.2 AA for text. */
export const minContrast = 4.5

const channelsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of the color, the rest of the other. */
export function mix(color: string, other: string, share: number): string {
  const to = channelsOf(color)
  const mixed = channelsOf(other).map((channel, index) => channel + ((to[index] ?? 0) - channel) * share)
  return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

/** The background of what is selected: the surface with a little of the accent. */
export const tintOf = (color: string, field: AccentField): string => mix(color, themes[field].surface, 0.12)

/** The least contrast of an accent to the backgrounds of its theme. */
export const accentContrast = (color: string, field: AccentField): number =>
  Math.min(...[...themes[field].backgrounds, tintOf(color, field)].map((background) => contrast(color, background)))

/** The color, or the nearest one on the way to black or white for which the test holds. */
export function nearest(color: string, towards: string, passes: (candidate: string) => boolean): string {
  for (let step = 0; step < 256; step++) {
    const candidate = mix(towards, color, step / 256)
    if (passes(candidate)) return candidate
  }
  return towards
}

export const nearestAccent = (color: string, field: AccentField): string =>
  nearest(
    color,
    field === 'accent' ? '#000000' : '#ffffff',
    (candidate) => accentContrast(candidate, field) >= minContrast,
  )

export const isColor = (text: string): boolean => /^#[\da-f]{6}$/.test(text)
