import { pictureVariant } from '@wtpu/contract/media'

const inlineImage = /data(?::|%3A)image(?:\/|%2F)/i
const placeholder = /placeholder/i

/** Specification 1, avatar resolution: an address an `<img>` can load, or undefined when initials are to be shown. */
export function mediaUrl(value: string | null | undefined, host: string = window.location.origin): string | undefined {
  const text = value?.trim() ?? ''
  const inline = text.search(inlineImage)
  if (inline >= 0) return decoded(text.slice(inline))
  if (text === '' || placeholder.test(text)) return undefined
  if (/^https?:\/\//i.test(text)) return text
  const media = `${host}/media/`
  if (text.startsWith('/media/')) return host + text
  if (/^\/(?:profile_)?avatars\//.test(text)) return media + text.slice(1)
  if (text.startsWith('avatars/')) return media + text
  if (!text.includes('/')) return `${media}avatars/${text}`
  return undefined
}

/** Only what was URL-encoded as a whole is decoded: a stray % inside inline data is part of the picture. */
function decoded(image: string): string {
  if (!/^data%3A|^data:image%2F/i.test(image)) return image
  try {
    return decodeURIComponent(image)
  } catch {
    return image
  }
}

/**
 * What an `<img>` may load: the variant of a fitting width where our server keeps several. Pictures over plain http from
 * elsewhere are left out (decision 116): the page's content security policy and, on https, the browser refuse them, each
 * with a console error.
 */
export function pictureUrl(value: string | null | undefined, width: number): string | undefined {
  const address = mediaUrl(value)
  const own = `${window.location.origin}/`
  if (address?.startsWith(`${own}media/`)) return pictureVariant(address, width)
  return address && /^http:/i.test(address) && !address.startsWith(own) ? undefined : address
}
