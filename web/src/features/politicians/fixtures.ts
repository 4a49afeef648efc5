import type { PoliticianProfile } from '@wtpu/contract/politicians'

/** A politician for tests, without ratings. */
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
    comments_count: 0,
    retired: false,
    is_slow: false,
    district: null,
    home_state: null,
    ...over,
  }
}
