import { type GroupLetter, groupLetters } from '@wtpu/contract/common-ground'

/**
 * Gives each group the letter of the group before with which it shares the most voters, so that a letter means the same people
 * from run to run. Groups without a predecessor get the first free letters.
 */
export function nameGroups(
  groups: Uint8Array,
  voters: Int32Array,
  before: ReadonlyMap<number, GroupLetter>,
): GroupLetter[] {
  const count = groups.reduce((most, group) => Math.max(most, group + 1), 0)
  const shared = new Map<string, { group: number; letter: GroupLetter; people: number }>()
  for (const [row, group] of groups.entries()) {
    const letter = before.get(voters[row] ?? 0)
    if (!letter) continue
    const entry = shared.get(`${group}${letter}`) ?? { group, letter, people: 0 }
    entry.people += 1
    shared.set(`${group}${letter}`, entry)
  }
  const names = new Map<number, GroupLetter>()
  for (const { group, letter } of [...shared.values()].toSorted((a, b) => b.people - a.people)) {
    if (!names.has(group) && ![...names.values()].includes(letter)) names.set(group, letter)
  }
  const free = groupLetters.filter((letter) => ![...names.values()].includes(letter))
  return Array.from({ length: count }, (_, group) => names.get(group) ?? free.shift() ?? 'A')
}
