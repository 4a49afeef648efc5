import { officeNames, type Office, type Party } from '@wtpu/contract/politicians'
import { districtCount } from '@wtpu/contract/districts'
import { stateName, states } from '@wtpu/contract/states'
import { politicianKeywords, politicianSortName } from '#search/words.ts'
import type { Content } from './content.ts'
import { seededRandom } from './random.ts'

/** The states of the named officials: one per state, then more for the largest states. New York and California have all three offices. */
const namedStates = [...states.map(([code]) => code), 'NY', 'NY', 'CA', 'CA', 'CA', 'FL', 'TX', 'FL', 'TX', 'PA']

// Offices repeat every 3 and parties every 5 officials, so every office has the same mix of parties.
const offices: Office[] = ['Sen', 'Rep', 'Gov']
const parties: Party[] = ['D', 'R', 'D', 'R', 'I']
const officesOfState: Office[] = ['Sen', 'Sen', 'Rep', 'Gov']

interface Seat {
  state: string
  office: Office
}

/** The seats of the named officials, then those that their states have left. */
function sampleSeats(): Seat[] {
  const named = namedStates.map((state, index): Seat => ({ state, office: offices[index % offices.length] ?? 'Sen' }))
  const others = states.flatMap(([state]) => {
    const left = [...officesOfState]
    for (const { office } of named.filter((seat) => seat.state === state)) {
      if (left.includes(office)) left.splice(left.indexOf(office), 1)
    }
    return left.map((office) => ({ state, office }))
  })
  return [...named, ...others]
}

/** As many names as there are seats: the given ones, then combined ones, each surname once. */
function sampleNames({ named, women, men, surnames }: Content['officials'], count: number): string[] {
  const random = seededRandom(13)
  const firstNames = random.sample([...women, ...men], women.length + men.length)
  const combined = surnames.starts.flatMap((start) => surnames.ends.map((end) => `${start}${end}`))
  const lastNames = random.sample(combined, count - named.length)
  return [...named, ...lastNames.map((last, index) => `${firstNames[index % firstNames.length]} ${last}`)]
}

/** The sample officials of the demo, the same on every run. */
export function sampleOfficials(content: Content['officials'], now: Date) {
  const seats = sampleSeats()
  return sampleNames(content, seats.length).map((name, index) => {
    const { state, office } = seats[index] ?? { state: 'NY', office: 'Sen' }
    const before = seats.slice(0, index).filter((seat) => seat.office === office)
    const turn = index < namedStates.length ? index : before.length
    const party = parties[turn % parties.length] ?? 'I'
    // Representatives of a state with several districts have the first ones.
    const district = districtCount(state) < 2 ? 0 : 1 + before.filter((seat) => seat.state === state).length
    const [first = '', last = ''] = name.split(' ')
    const title = officeNames[office]
    return {
      source: 'sample' as const,
      externalId: `sample-${index + 1}`,
      name,
      party,
      office,
      state,
      district: office === 'Rep' ? district : null,
      description: `Sample ${title} ${office === 'Gov' ? 'of' : 'for'} ${stateName(state)}, invented for this demonstration. Not a real person.`,
      email: `${last.toLowerCase()}@officials.example`,
      phoneNumber: fictionalNumber(index),
      // One of each office has a website, so that the demo shows where it is.
      officialWebsite: before.length === 0 ? `https://${last.toLowerCase()}.example/` : '',
      officeAddress: `${index + 1} Sample Square, ${stateName(state)}`,
      sortName: politicianSortName(last, first),
      keywords: politicianKeywords({ party, office, state }),
      createdAt: now,
    }
  })
}

/** 555-0100 to 555-0199 are reserved for fictional use, in every area. */
const fictionalNumber = (index: number) =>
  `${202 + 101 * Math.floor(index / 100)}-555-${String(100 + (index % 100)).padStart(4, '0')}`
