import type { PoliticianProfile } from '@wtpu/contract/politicians'

/** An official for tests: nobody has rated them yet. */
export function makePolitician(over: Partial<PoliticianProfile> = {}): PoliticianProfile {
  const id = over.id ?? 1
  return {
    id,
    name: `Official ${id}`,
    party: 'I',
    office: 'Sen',
    state: 'VT',
    profile_image: null,
    good_job_count: 0,
    bad_job_count: 0,
    total_rating: 0,
    is_trending: false,
    description: '',
    email: '',
    phone_number: '',
    official_website: '',
    office_address: '',
    home_state: null,
    ...over,
  }
}
