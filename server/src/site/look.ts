import { contrast, minContrast, mix, nearest, themes, tintOf, type AccentField } from '@wtpu/contract/site/colors'
import { figurePages } from '@wtpu/contract/site/identity'
import { site } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import { pitch } from '@wtpu/contract/site/pitch'

/** For the page's scripts, which have no defaults of their own. */
export function identityOfPage(): string {
  const { licence: _licence, accent_dark: _accent, newsletter, ...rest } = site
  const shown = newsletter === '' ? rest : { ...rest, newsletter }
  if (!site.off) return JSON.stringify(shown)
  const figures = figurePages.flatMap(([, ofPage]) => ofPage.filter(({ part }) => !isOn(part)))
  const hidden = [...site.hidden, ...figures.map(({ label }) => label)]
  return JSON.stringify({ ...shown, hidden, pitch: `${pitch()}.` })
}

/**
 * The logo in the header is as wide as what is beside it leaves room for, for every viewer, so that its size never changes.
 * Empty for the default logo.
 */
export function logoStyle(): string {
  const width = (value: string) => `header>div>a img{max-width:${value}}`
  return site.logo
    ? `${width('max(2rem,100vw - 14rem)')}@media (width>=48rem){${width('6.5rem')}}@media (width>=64rem){${width('none')}}`
    : ''
}

/** Replaces the colors of web/src/styles.css. Empty if the site has those. */
export function accentStyle(): string {
  const light = site.accent && tokensOf(site.accent, 'accent')
  const rules = [
    // The dark theme is printed in the colors of the light one.
    light &&
      `@media screen{:root:not(.dark){${light}}}@media print{:root:root{${light}}}[data-mark] rect{fill:${site.accent}}`,
    site.accent_dark && `@media screen{:root.dark{${tokensOf(site.accent_dark, 'accent_dark')}}}`,
  ].join('')
  // Forced colors are those of the system.
  return rules && `@media (forced-colors:none){${rules}}`
}

function tokensOf(accent: string, field: AccentField): string {
  // White text is on it.
  const brand = nearest(accent, '#000000', (candidate) => contrast(candidate, '#ffffff') >= minContrast)
  const { surface } = themes[field]
  const tokens = {
    accent,
    brand,
    'brand-strong': mix(brand, '#000000', 0.82),
    tint: tintOf(accent, field),
    'bar-lead': mix(brand, surface, field === 'accent' ? 0.22 : 0.45),
    'bar-end': mix(accent, surface, 0.6),
  }
  return Object.entries(tokens)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
}
