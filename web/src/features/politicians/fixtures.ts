import type { PoliticianProfile } from '@wtpu/contract/politicians'
import type { Poll } from '@wtpu/contract/polls/polls'

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

/** An open poll for tests, without votes. */
export function makeRelatedPoll(over: Partial<Poll> = {}): Poll {
  return {
    id: 1,
    question: 'A question?',
    description: '',
    options: [],
    total_votes: 0,
    category: 1,
    is_published: true,
    is_closed: false,
    published_at: '2026-11-20T12:00:00Z',
    closes_at: null,
    featured: false,
    politician: null,
    roll_call: null,
    ...over,
  }
}
