/** The hashtag of a URL, which may be written with or without its `#`. */
export function hashtagName(tag: string): string {
  return tag.replace(/^#/, '').normalize('NFC')
}
