/** The current time in import tests. */
export const now = new Date('2026-11-21T12:00:00Z')

interface Term {
  type?: string
  start?: string
  end?: string
  state?: string
  district?: number
  party?: string
  url?: string
  contact_form?: string
}

/** A member of Congress in the format of congress-legislators. */
export function legislator(bioguide: string, name: string, ...terms: Term[]) {
  const words = name.split(' ')
  const defaults = {
    type: 'sen',
    start: '2023-01-03',
    end: '2029-01-03',
    state: 'OH',
    party: 'Democrat',
    phone: '202-555-0100',
  }
  return {
    id: { bioguide },
    name: { first: words[0] ?? '', last: words.at(-1) ?? '', official_full: name },
    terms: (terms.length > 0 ? terms : [{}]).map((term) => ({ ...defaults, ...term })),
  }
}

interface Governor {
  name?: string
  state?: string
  start?: string
  end?: string
  type?: string
  party?: string
  /** More lines of YAML. */
  more?: string
}

/** A governor's YAML file in the format of openstates/people. */
export function governor(number: number, input: Governor = {}): string {
  const {
    name = `Gov Number${number}`,
    state = 'oh',
    start = '2023-01-09',
    end = '2027-01-11',
    type = 'governor',
  } = input
  return `id: ocd-person/00000000-0000-4000-8000-${String(number).padStart(12, '0')}
name: ${name}
given_name: ${name.split(' ')[0]}
family_name: ${name.split(' ').at(-1)}
party:
- name: ${input.party ?? 'Republican'}
roles:
- start_date: '${start}'
  end_date: ${end === '' ? "''" : end}
  type: ${type}
  jurisdiction: ocd-jurisdiction/country:us/state:${state}/government
${input.more ?? ''}`
}
