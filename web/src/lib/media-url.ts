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

/** The same in a fitting width, where it is a picture that our server keeps in several. */
export function pictureUrl(value: string | null | undefined, width: number): string | undefined {
  const address = mediaUrl(value)
  return address?.startsWith(`${window.location.origin}/media/`) ? pictureVariant(address, width) : address
}
