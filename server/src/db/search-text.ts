import { officeNames, partyNames, type Office, type Party } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'

/** Lower case without accents: "Luján" and "lujan" are one. Both sides of every search go through it. */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const officeWords: Record<Office, string> = {
  Sen: 'senate congress',
  Rep: 'house congress congressman congresswoman',
  Gov: 'executive',
}

/**
 * The words an official is found by: name, office, party and state, each in full and as its code. A leading and a
 * trailing blank let a query ask for whole words.
 */
export function politicianSearchText(one: { name: string; party: Party; office: Office; state: string }): string {
  const words = [
    one.name,
    officeNames[one.office],
    one.office,
    officeWords[one.office],
    partyNames[one.party],
    stateName(one.state),
    one.state,
  ]
  return ` ${normalizeForSearch(words.join(' '))} `
}

/** The words a poll is found by. "Defence" is spelled as the specification has it and found either way (decision 98). */
export function pollSearchText(one: {
  question: string
  description: string
  category: string
  politician?: string
}): string {
  const words = [one.question, one.description, one.category, one.politician ?? '']
  return ` ${normalizeForSearch([...words, one.category === 'Defence' ? 'Defense' : ''].join(' '))} `
}

/** Last name first, so that the directory runs by last name. */
export function politicianSortName(lastName: string, firstName: string): string {
  return normalizeForSearch(`${lastName} ${firstName}`)
}
