import { characterCount } from '@wtpu/contract/characters'
import { comparisonKey } from '../../writing/on-demand/comparison-key.ts'
import { site } from '@wtpu/contract/site/name'
import { nameMaxLength } from '../accounts.ts'

/** Also the dots and slashes that look like or work as those of an address. */
const address = /[/\\@⁄∕⧸╱⟋]|www[.。]|[\p{L}\p{N}][.。](?:\p{L}{2}|\p{N})/u

const lookAlikes = new Map(
  [
    ['a', '4аαɑᴀ'],
    ['b', 'вʙ'],
    ['c', 'сϲᴄ'],
    ['d', 'ԁᴅ'],
    ['e', '3еεᴇ'],
    ['f', 'ꜰ'],
    ['g', 'ɡɢ'],
    ['h', 'нʜ'],
    ['i', '1l|!ıіιӏɪʟ'],
    ['k', 'кκᴋ'],
    ['m', 'мμᴍ'],
    ['n', 'пηɴ'],
    ['o', '0оοᴏ'],
    ['p', 'рρᴘ'],
    ['r', 'гʀ'],
    ['s', '5$ѕꜱ'],
    ['t', '7тτᴛ'],
    ['u', 'υսᴜ'],
    ['w', 'ѡԝωᴡ'],
    ['y', 'уγʏ'],
  ].flatMap(([letter = '', others = '']) => Array.from(others, (other) => [other, letter] as const)),
)

/** A form that is equal for words that look alike. */
function skeleton(text: string): string {
  const letters = comparisonKey(text).normalize('NFD').replace(/\p{M}/gu, '')
  return Array.from(letters, (letter) => lookAlikes.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Words of the site and its staff. Not "admin" inside of others, because Padmini is a name. */
const reserved = new Set(
  `admin admins administrator administrators administration sysadmin sysadmins mod mods moderator moderators moderation
  staff official officials support helpdesk system security webmaster postmaster noreply superuser`
    .split(/\s+/)
    .map(skeleton),
)

/** No name of a person contains these. */
const reservedInside = ['administrator', 'moderator'].map(skeleton)

/** Whether a name contains that of the site, whose words may be written apart. A short one would be a part of many names. */
function containsSiteName(name: string): boolean {
  const joined = (text: string) => skeleton(text.replace(/[^\p{L}\p{M}\p{N}$|!]+/gu, ''))
  const own = joined(comparisonKey(site.name))
  return own.length >= 4 && joined(name).includes(own)
}

/** Parts of a name that could be read as one word: between spaces, between punctuation, and letters with spaces between them. */
function wordsOf(name: string): string[] {
  const withoutMarks = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}$|!\s]/gu, '')
  const spelled = withoutMarks(name).replace(/(?<=(?:^|\s)\S)\s+(?=\S(?:\s|$))/gu, '')
  const parts = [name.replace(/[^\p{L}\p{M}\p{N}$|!]+/gu, ' '), withoutMarks(name), spelled].flatMap((text) =>
    text.split(/\s+/),
  )
  // Digits and marks at the ends are no letters: "admin42", "Support!".
  const trimmed = (word: string) => word.replace(/^[\p{N}$|!]+/u, '')
  return parts.flatMap((word) => {
    const start = word.replace(/[\p{N}$|!]+$/u, '')
    return [word, start, trimmed(word), trimmed(start)]
  })
}

/** Why the public site does not take a first name, last name or username, to follow "First name". Undefined if it does. */
export function nameProblem(name: string): string | undefined {
  const shown = comparisonKey(name)
  if (address.test(shown))
    return 'cannot contain an address of a website or an email, such as “example.com” or “@”. Write a space after a period.'
  const words = wordsOf(shown).map(skeleton)
  if (
    containsSiteName(shown) ||
    words.some((word) => reserved.has(word) || reservedInside.some((part) => word.includes(part)))
  )
    return 'cannot contain a word that is reserved for the site and its staff, such as “admin” or “official”.'
  return undefined
}

export interface Names {
  first_name?: string
  last_name?: string
}

/** The errors of the fields of a form. A name from before these rules stays allowed until it is changed. */
export function nameErrors(names: Names, before: Names = {}): Names {
  const errors: Names = {}
  for (const [field, label] of [
    ['first_name', 'First name'],
    ['last_name', 'Last name'],
  ] as const) {
    const name = names[field]
    if (name === undefined || name === before[field]) continue
    const isTooLong = characterCount(name) > nameMaxLength
    const reason = isTooLong ? `can have at most ${nameMaxLength} characters` : nameProblem(name)
    if (reason) errors[field] = `${label} ${reason}`
  }
  return errors
}
