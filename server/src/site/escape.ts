/** Characters that XML 1.0 forbids: one of them in a text makes a whole feed unreadable. Control characters are not stored. */
const notInXml = /[\uFFFE\uFFFF]/g

/** Escapes text and attributes of HTML and XML. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(notInXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The attributes of an element that have a value. */
export const markupOf = (attributes: Record<string, string | undefined>): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeMarkup(value)}"`))
    .join('')
