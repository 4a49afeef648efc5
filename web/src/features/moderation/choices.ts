import type { Case } from '@wtpu/contract/moderation/cases'
import type { TextAction } from '@wtpu/contract/moderation/decided'
import { kindName } from '@wtpu/contract/moderation/on-demand/names'
import { daysName, type SuspensionDays } from '#community/menu/decision-fields.tsx'

export type PersonAction = 'nothing' | 'warn' | 'suspend' | 'block'

interface Choice<Value> {
  value: Value
  /** Chooses it by keyboard. */
  letter: string
  label: string
  /** What follows from it. */
  says: string
}

/** What can become of the text. Profiles have none. */
export function textChoices({ kind, hidden }: Pick<Case, 'kind' | 'hidden'>): Choice<TextAction>[] {
  if (kind === 'user') return []
  const keep = hidden ? 'It is shown again.' : 'It stays.'
  return [
    { value: 'keep', letter: 'e', label: 'Keep', says: `${keep} Those who reported it are told.` },
    { value: 'remove', letter: 'r', label: 'Remove', says: 'It disappears from the site.' },
    ...(kind === 'discussion'
      ? [{ value: 'lock', letter: 'l', label: 'Lock', says: 'It stays, without new comments.' } as const]
      : []),
  ]
}

/** What can become of the author. */
export function personChoices({ author }: Pick<Case, 'author'>): Choice<PersonAction>[] {
  if (!author) return [{ value: 'nothing', letter: 'n', label: 'Nothing', says: '' }]
  return [
    { value: 'nothing', letter: 'n', label: 'Nothing', says: 'The account stays as it is.' },
    { value: 'warn', letter: 'w', label: 'Warn', says: 'The author gets a warning with your sentence.' },
    { value: 'suspend', letter: 's', label: 'Suspend', says: 'Only reads, for the days you choose.' },
    { value: 'block', letter: 'b', label: 'Block', says: 'Cannot sign in until this is undone.' },
  ]
}

interface Chosen {
  text: TextAction | undefined
  person: PersonAction | undefined
  days: SuspensionDays
}

/** What is still to be chosen. Undefined once the decision is complete. */
export function missingOf({ kind }: Pick<Case, 'kind'>, { text, person }: Omit<Chosen, 'days'>): string | undefined {
  if (kind !== 'user' && text === undefined) return 'Choose what happens to the text.'
  return person === undefined ? 'Choose what happens to the person.' : undefined
}

/** What a complete decision will do, in a sentence. */
export function sentenceOf({ kind, author }: Pick<Case, 'kind' | 'author'>, { text, person, days }: Chosen): string {
  const name = author?.name ?? ''
  const forDays = person === 'suspend' ? ` for ${daysName(days)}` : ''
  const parts = [
    ...(text ? [`${text} the ${kindName(kind).toLowerCase()}`] : []),
    ...(person && person !== 'nothing' ? [`${person} ${name}${forDays}`] : []),
  ]
  const sentence = parts.join(' and ') || `leave the account of ${name} as it is`
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}
