import { site } from './name.ts'
import type { KindThat } from '../writing/kinds.ts'
import type { PartName } from './part-names.ts'

/** Whether one of the parts is on, or none is named. */
export const isOn = (parts?: PartName | readonly PartName[] | null): boolean =>
  !parts || !site.off?.length || [parts].flat().some((part) => !site.off?.includes(part))

/** Whether the page, feed or image at a path belongs to a part that is on, or to none. */
export const isOpenPath = (path: string): boolean => !site.closed?.some((place) => `${path}/`.startsWith(`${place}/`))

/** Whether visitors of a site for members only are sent from a page to the sign-in. */
export const isForMembers = (path: string): boolean | undefined =>
  site.forVisitors?.every((place) => !path.startsWith(place))

/** The part that a comment, reaction or mention belongs to, by what it is on. */
export const partsOfContent = {
  discussion: 'forums',
  post: 'boiler-room',
  politician: 'walls',
} as const satisfies Record<KindThat<'comment on'> | 'politician', PartName>

/** A word, and the part of the site that it belongs to, or parts of which one must be on. */
export type Word = readonly [part: PartName | readonly PartName[] | null, word: string]

/** Those of the words whose part is on, as a list: "polls, posts and discussions". `oxford`: with a comma before the last of three. */
export function openWords(words: readonly Word[], last = 'and', oxford = false): string {
  const open = words.flatMap(([part, word]) => (isOn(part) ? [word] : []))
  if (open.length < 3) return open.join(` ${last} `)
  return `${open.slice(0, -1).join(', ')}${oxford ? ',' : ''} ${last} ${open.at(-1)}`
}
