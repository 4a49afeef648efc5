import { site } from './name.ts'
import { type PartName, partNames } from './part-names.ts'

/** The addresses outside of the API that belong to a part, with everything below them. */
const places: Partial<Record<PartName, readonly string[]>> = {
  letters: ['/contact-politicians'],
  officials: ['/politicians', '/admin/officials', '/feeds/politicians', '/share/politicians'],
  'roll-calls': ['/roll-calls', '/share/roll-calls'],
  'boiler-room': ['/boiler-room'],
  forums: ['/forums', '/feeds/discussions.atom'],
  'common-ground': ['/common-ground'],
  profiles: ['/user'],
}

export const partOfPath = (path: string): PartName | undefined =>
  partNames.find((part) => places[part]?.some((place) => `${path}/`.startsWith(`${place}/`)))

export const isOn = (part: PartName | null | undefined): boolean => !part || !site.off?.includes(part)

/** Whether the page, feed or image at a path belongs to a part that is on, or to none. */
export const isOpenPath = (path: string): boolean => isOn(partOfPath(path))

/** The part that a comment, reaction or mention belongs to, by what it is on. */
export const partsOfContent = { discussion: 'forums', post: 'boiler-room', politician: 'walls' } as const

/** Those words as a list whose part is on, or that have none: "polls, posts and discussions". */
export function openWords(words: readonly (readonly [part: PartName | null, word: string])[], last = 'and'): string {
  const open = words.flatMap(([part, word]) => (isOn(part) ? [word] : []))
  return open.length > 2 ? `${open.slice(0, -1).join(', ')} ${last} ${open.at(-1)}` : open.join(` ${last} `)
}
