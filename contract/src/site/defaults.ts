/** What an operator chooses about the site at `/admin`. The defaults are the specification's. */
export interface SiteIdentity {
  name: string
  tagline: string
  /** An email address, or empty. */
  contact: string
  social: { label: string; href: string }[]
  /** The fixed figures that are switched off, by their labels. By default none of the demo, and all of other sites. */
  hidden: string[]
  /** Colors of links and buttons, such as #1e40af. Empty: the site's own. */
  accent: string
  accent_dark: string
  /** Under which terms others may use the data of polls. */
  licence: string
  /** The sentence of the switch by which readers of an article ask for the newsletter. Empty: there is no switch. */
  newsletter: string
}

/** A logo that an admin uploaded, as the header shows it. */
export interface Logo {
  /** Its name contains a hash of the content. */
  src: string
  /** In CSS pixels; the image has twice as many. */
  width: number
  height: number
}

/** The specification's name and look. */
export const defaultIdentity: SiteIdentity = {
  name: 'WTPU',
  tagline: 'Citizenship Before Partisanship',
  contact: '',
  social: [
    { href: 'https://www.facebook.com/wtpu', label: 'Facebook' },
    { href: 'https://twitter.com/wtpu', label: 'Twitter' },
    { href: 'https://www.linkedin.com/company/wtpu', label: 'LinkedIn' },
    { href: 'https://www.tiktok.com/@wtpu', label: 'TikTok' },
  ],
  hidden: [],
  accent: '',
  accent_dark: '',
  licence: 'Free to use if you name the site, the number of votes and the time, and link to the poll.',
  newsletter: '',
}
