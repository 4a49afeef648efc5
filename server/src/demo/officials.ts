import { officeNames, type Office, type Party } from '@wtpu/contract/politicians'
import { districtCount } from '@wtpu/contract/districts'
import { stateName, states } from '@wtpu/contract/states'
import { politicianKeywords, politicianSortName } from '#search/words.ts'

/** One official per state, then more for the largest states. New York and California have all three offices. */
const officialStates = [...states.map(([code]) => code), 'NY', 'NY', 'CA', 'CA', 'CA', 'FL', 'TX', 'FL', 'TX', 'PA']

// Offices repeat every 3 and parties every 5 officials, so every office has the same mix of parties.
const offices: Office[] = ['Sen', 'Rep', 'Gov']
const parties: Party[] = ['D', 'R', 'D', 'R', 'I']

/** Representatives of a state with several districts have the first ones. */
function nextDistrict(index: number, state: string): number {
  const isEarlier = (other: number) =>
    other < index && officialStates[other] === state && offices[other % offices.length] === 'Rep'
  return districtCount(state) < 2 ? 0 : 1 + officialStates.filter((_, other) => isEarlier(other)).length
}

/** The sample officials of the demo, the same on every run. */
export function sampleOfficials(names: string[], now: Date) {
  return names.map((name, index) => {
    const office = offices[index % offices.length] ?? 'Sen'
    const party = parties[index % parties.length] ?? 'I'
    const state = officialStates[index] ?? 'NY'
    const [first = '', last = ''] = name.split(' ')
    const title = officeNames[office]
    return {
      source: 'sample' as const,
      externalId: `sample-${index + 1}`,
      name,
      party,
      office,
      state,
      district: office === 'Rep' ? nextDistrict(index, state) : null,
      description: `Sample ${title} ${office === 'Gov' ? 'of' : 'for'} ${stateName(state)}, invented for this demonstration. Not a real person.`,
      email: `${last.toLowerCase()}@officials.example`,
      // 555-0100 to 555-0199 are reserved for fictional use.
      phoneNumber: `202-555-${String(100 + index).padStart(4, '0')}`,
      officeAddress: `${index + 1} Sample Square, ${stateName(state)}`,
      sortName: politicianSortName(last, first),
      keywords: politicianKeywords({ party, office, state }),
      createdAt: now,
    }
  })
}
