import { fullCount } from '@wtpu/contract/full-count'
import {
  closeParts,
  closingProblem,
  type ManagedParts,
  maxCountedCases,
  maxCountedContent,
  partFacts,
} from '@wtpu/contract/site/on-demand/part-facts'
import { type PartName, partNames } from '@wtpu/contract/site/part-names'
import type { ChosenParts } from '@wtpu/contract/site/site-parts'

export interface PartsDraft {
  /** What was switched on or off, and nothing else, so that what another admin switches meanwhile stays. */
  edits: Partial<Record<PartName, boolean>>
  /** The days between which ratings are closed, as they are typed. Null if they were not edited. */
  days: { from: string; until: string } | null
  reason: string
  /** What was stored when the editing began. */
  before: ChosenParts | null
}
export const untouched: PartsDraft = { edits: {}, days: null, reason: '', before: null }

/** The parts that are switched off by themselves, and those that go off with them. */
export function switchedOff(stored: ChosenParts, edits: PartsDraft['edits']) {
  const byThemselves = partNames.filter((part) => !(edits[part] ?? !stored.off.includes(part)))
  const off = closeParts(byThemselves)
  return { off, withOthers: off.filter((part) => !byThemselves.includes(part)) }
}

export const noDays = { from: '', until: '' }

export const daysOf = (stored: ChosenParts, days: PartsDraft['days']) => days ?? stored.ratings_closed ?? noDays

export function daysProblem(days: { from: string; until: string }, stored: ManagedParts): string | undefined {
  if (days.from === '' && days.until === '') return undefined
  if (days.from === '' || days.until === '') return 'Choose both days, or none.'
  return closingProblem(days, stored.ratings_closed, stored.today)
}

export const namesOf = (parts: readonly PartName[]): string => listOf(parts.map((part) => partFacts[part].name))

/** "a, b and c". */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

/** "1,204 posts and 9 open cases will not be shown." Empty if the parts have nothing. */
export function hiddenSentence(parts: readonly PartName[], counts: ManagedParts['counts']): string {
  const found = counts.filter(({ part }) => parts.includes(part))
  const cases = found.reduce((sum, { open_cases: open }) => sum + open, 0)
  const words = [
    ...found.map(({ part, content }) => counted(content, partFacts[part].content, maxCountedContent)),
    counted(cases, 'open cases', maxCountedCases),
  ].filter((word) => word !== '')
  return words.length === 0 ? '' : `${listOf(words)} will not be shown.`
}

function counted(count: number, several: string | undefined, max: number): string {
  if (count === 0 || !several) return ''
  if (count >= max) return `${fullCount(max)} or more ${several}`
  return `${fullCount(count)} ${count === 1 ? several.replace(/s\b/, '') : several}`
}

/** What another admin has saved since the editing began: "Forums: off". */
export function meanwhile(before: ChosenParts | null, stored: ChosenParts): string {
  if (!before) return ''
  const switched = partNames.filter((part) => before.off.includes(part) !== stored.off.includes(part))
  const days =
    JSON.stringify(before.ratings_closed) === JSON.stringify(stored.ratings_closed) ? [] : ['days of ratings']
  return listOf([
    ...switched.map((part) => `${partFacts[part].name} ${stored.off.includes(part) ? 'off' : 'on'}`),
    ...days,
  ])
}
