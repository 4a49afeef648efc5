/** The 50 states in alphabetical order. State number n of the specification is at index n - 1. */
export const states = [
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['CA', 'California'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['FL', 'Florida'],
  ['GA', 'Georgia'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'],
  ['NY', 'New York'],
  ['NC', 'North Carolina'],
  ['ND', 'North Dakota'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PA', 'Pennsylvania'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina'],
  ['SD', 'South Dakota'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VA', 'Virginia'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
] as const

/** DC and the territories represented in Congress, listed below the divider. */
export const territories = [
  ['AS', 'American Samoa'],
  ['DC', 'District of Columbia'],
  ['GU', 'Guam'],
  ['MP', 'Northern Mariana Islands'],
  ['PR', 'Puerto Rico'],
  ['VI', 'U.S. Virgin Islands'],
] as const

const nameByCode: ReadonlyMap<string, string> = new Map([...states, ...territories])
const codeByName: ReadonlyMap<string, string> = new Map(
  [...states, ...territories].map(([code, name]) => [name.toLowerCase(), code]),
)

/** All 56 codes, states first. */
export const stateCodes: readonly string[] = [...nameByCode.keys()]

/** "NY" -> "New York". Unknown codes are returned unchanged. */
export function stateName(code: string): string {
  return nameByCode.get(code) ?? code
}

/** The code for a two-letter code, a full name or a number from 1 to 50; undefined for anything else. */
export function stateCode(text: string): string | undefined {
  const trimmed = text.trim()
  if (/^\d{1,2}$/.test(trimmed)) return states[Number(trimmed) - 1]?.[0]
  const upper = trimmed.toUpperCase()
  return nameByCode.has(upper) ? upper : codeByName.get(trimmed.toLowerCase())
}
