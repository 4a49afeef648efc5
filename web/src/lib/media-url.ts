import { imageVariant } from '@wtpu/contract/images'

const inlineImage = /data(?::|%3A)image(?:\/|%2F)/i
const placeholder = /placeholder/i

/** A URL for `<img>`, or undefined if initials must be shown. */
export function mediaUrl(value: string | null | undefined, host: string = window.location.origin): string | undefined {
  const text = value?.trim() ?? ''
  const inline = text.search(inlineImage)
  if (inline >= 0) return decodeInlineImage(text.slice(inline))
  if (text === '' || placeholder.test(text)) return undefined
  if (/^https?:\/\//i.test(text)) return text
  const media = `${host}/media/`
  if (text.startsWith('/media/')) return host + text
  if (/^\/(?:profile_)?avatars\//.test(text)) return media + text.slice(1)
  if (text.startsWith('avatars/')) return media + text
  if (!text.includes('/')) return `${media}avatars/${text}`
  return undefined
}

/** Decodes only data that was URL-encoded as a whole. Otherwise a `%` is part of the image data. */
function decodeInlineImage(image: string): string {
  if (!/^data%3A|^data:image%2F/i.test(image)) return image
  try {
    return decodeURIComponent(image)
  } catch {
    return image
  }
}

/**
 * A URL for a portrait, in the variant of that width for images that our server resizes: of people's pictures the one that does
 * not move. Undefined for images of other sites,
 * which the content security policy blocks: they would learn who looks at whom.
 */
export function imageUrl(value: string | null | undefined, width: number): string | undefined {
  const url = mediaUrl(value)
  const ownOrigin = `${window.location.origin}/`
  if (url?.startsWith(`${ownOrigin}media/`))
    return imageVariant(url, width, url.startsWith(`${ownOrigin}media/avatars/`) ? 'jpg' : 'webp')
  return url && /^https?:/i.test(url) && !url.startsWith(ownOrigin) ? undefined : url
}
