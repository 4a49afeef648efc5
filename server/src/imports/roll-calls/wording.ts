import type { RollCallCategory } from '@wtpu/contract/roll-calls'

const billNames: Readonly<Record<string, string>> = {
  HR: 'H.R.',
  HRES: 'H.Res.',
  HJRES: 'H.J.Res.',
  HCONRES: 'H.Con.Res.',
  S: 'S.',
  SRES: 'S.Res.',
  SJRES: 'S.J.Res.',
  SCONRES: 'S.Con.Res.',
}

/** "HR4058" becomes "H.R. 4058". Null for nominations, whose numbers the source writes without their hyphen. */
export function formatBill(bill: string): string | null {
  const [, kind = '', number] = /^([A-Z]+)(\d+)$/.exec(bill) ?? []
  const name = billNames[kind]
  return name && number ? `${name} ${number}` : null
}

const passage = [
  /^On (Final )?Passage/,
  /^On Motion to Suspend the Rules and (Pass|Agree|Concur)/,
  /^On (Agreeing to )?the (Joint |Concurrent )?Resolution/,
  /^On Motion to Concur/,
  /^On Agreeing to the (Senate Amendment|Conference Report)/,
  /^On the Conference Report/,
  /^On (Overriding the Veto|Motion to Override|Presidential Veto)|Objections of the President/,
  /^On the Trial|^Guilty or Not Guilty/,
  // In descriptions of older Congresses.
  /^To pass\b/i,
]

/** The category of a vote, by its question or, for older votes, by its description. Everything about how and when to vote is procedure. */
export function categorize(question: string): RollCallCategory {
  if (/^On the Nomination|^To confirm\b/i.test(question)) return 'nomination'
  if (passage.some((pattern) => pattern.test(question))) return 'passage'
  if (/^On (Agreeing to )?the Amendment|^To amend\b/i.test(question)) return 'amendment'
  return 'procedure'
}

/** Names that Voteview writes in capitals only, in which a second capital does not show. "MC" always has one. */
const innerCapitals = (
  'DelBene DeConcini DeFazio DeGette DeLauro DeLay DeMint DeRemer DeSantis DeSaulnier DesJarlais DeWine DioGuardi ' +
  'LaFalce LaHood LaLota LaMalfa LaRocco LaTourette LaTurner LeBoutillier LeMieux LoBiondo MacArthur MacGregor MacKay'
).split(' ')
const spellings = new Map(innerCapitals.map((name) => [name.toUpperCase(), name]))

/**
 * "BEGICH, Nicholas J., III" becomes "Nicholas J. Begich III". A last name is in capitals, and its small letters say where
 * others begin: "LaMALFA", "de la GARZA".
 */
export function formatName(name: string): { name: string; first: string; last: string } {
  const [last = '', first = '', ...suffix] = name.normalize('NFC').split(', ')
  const written = last
    .replace(/\p{L}+/gu, (word) => spellings.get(word) ?? word.replace(/(?<=\p{Lu})\p{Lu}+/gu, toLowerCase))
    .replace(/(?<!\p{L})Mc\p{Ll}/gu, (start) => `Mc${start.slice(2).toUpperCase()}`)
  return { name: [first.replace(/,$/, ''), written, ...suffix].filter(Boolean).join(' '), first, last: written }
}

const toLowerCase = (letters: string) => letters.toLowerCase()
