/** Whether a site can send people to this address. What is before an @ can look like another host, as in https://site.example@other.example. */
export function isWebAddress(text: string): boolean {
  const url = /^https:\/\//i.test(text) ? URL.parse(text) : null
  return url !== null && url.username === '' && url.password === ''
}

/** The host of an address, in ASCII, so that no letter looks like another one. Undefined for a path of this site. */
export const hostOf = (url: string): string | undefined => (url.startsWith('/') ? undefined : new URL(url).host)
