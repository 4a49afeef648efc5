import { site, type Logo } from './name.ts'

export type { Logo }

/** In CSS pixels. The header of the site has no room for more. */
export const logoBox = { width: 200, height: 40 }
export const logoMaxBytes = 5 * 1024 * 1024
export const logoTypes = 'PNG, JPEG or WebP'

/** The icons of the web build, and the size of the logo's icon that replaces each. */
const icons = {
  '/favicon.svg': '192',
  '/favicon.ico': '32',
  '/apple-touch-icon.png': '180',
  '/icon-192.png': '192',
  '/icon-512.png': '512',
  '/icon-maskable-512.png': 'maskable',
} as const
type BuiltIcon = keyof typeof icons
export type LogoSize = 'header' | (typeof icons)[BuiltIcon]

export const logoPath = (hash: string, size: LogoSize): string => `/logo/${hash}-${size}.png`

/** Where the site has this icon: in the web build, or made from its own logo. */
export const iconPath = (built: BuiltIcon): string => site.logo?.src.replace('header', icons[built]) ?? built

export const isBuiltIcon = (path: string): path is BuiltIcon => Object.hasOwn(icons, path)
