import type { PollResults, PollSummary } from '@wtpu/contract/polls/polls'

/** Made-up numbers that the dashboard of an empty install shows, labeled Sample. */
export const sampleSummary: PollSummary = {
  active_polls: 3,
  active_votes: 1860,
  total_participants: 1240,
  trending_topic: null,
  votes_today: 86,
  polls_ending_soon: 1,
}

const start = Date.UTC(2026, 0, 5, 15)
const day = 24 * 60 * 60_000
const days = 14

function sample(
  id: number,
  question: string,
  votes: Record<string, number>,
  leads: Record<string, number | null>,
): PollResults {
  const options = Object.entries(votes).map(([text, vote_count], index) => ({ id: id * 10 + index, text, vote_count }))
  const published_at = new Date(start).toISOString()
  return {
    is_sample: true,
    poll: {
      id,
      question,
      description: '',
      options,
      total_votes: options.reduce((sum, option) => sum + option.vote_count, 0),
      category: 1,
      is_published: true,
      is_closed: false,
      published_at,
      closes_at: null,
      featured: false,
      politician: null,
      roll_call: null,
    },
    timeline: Array.from({ length: days + 1 }, (_, passed) => ({
      at: new Date(start + passed * day).toISOString(),
      // Votes come in fast at first, then slow down. Later options trail a little.
      votes: options.map((option, index) => Math.round(option.vote_count * (passed / days) ** (0.6 + index / 8))),
    })),
    states: Object.entries(leads).map(([state, lead], index) => ({
      state,
      voters: 24 + 3 * index,
      leading_option: lead === null ? null : (options[lead]?.id ?? null),
      leading_votes: 12 + index,
      is_colored: false,
    })),
  }
}

export const sampleResults: PollResults[] = [
  sample(
    -1,
    'Which city service should open on weekends first?',
    { Libraries: 248, 'Town offices': 131, 'Health centers': 107 },
    { CA: 0, CO: 1, FL: 2, GA: 0, IL: 0, MN: 1, NY: 0, OH: null, PA: 2, TX: 0, WA: 1 },
  ),
  sample(
    -2,
    'Should meetings of the city council be streamed?',
    { Yes: 301, No: 84 },
    { AZ: 0, CA: 0, MI: 0, NC: 0, NY: 0, OR: 0, TX: 1, VA: 0 },
  ),
  sample(
    -3,
    'How should streets be repaired first?',
    { 'Near schools': 152, 'Busiest first': 139, 'Worst first': 78 },
    { CA: 1, FL: 0, MA: 0, NJ: null, NY: 1, TN: 2, TX: 0 },
  ),
]
