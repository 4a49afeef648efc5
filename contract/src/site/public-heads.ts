import type { ListedDiscussion } from '../forums/discussions.ts'
import { officeNames, partyNames, type Politician } from '../politicians.ts'
import { stateName } from '../states.ts'
import type { HeadInput } from './head.ts'

// Only facts that are public without an account (decision 16). The browser writes the same heads as the server.

export function politicianHead({
  name,
  party,
  office,
  state,
}: Pick<Politician, 'name' | 'party' | 'office' | 'state'>): HeadInput {
  const role = `${officeNames[office]} for ${stateName(state)}`
  return {
    title: name,
    type: 'profile',
    description: `${name}, ${role} (${partyNames[party]}): ratings and contact on WTPU.`,
    subject: { '@type': 'Person', name, jobTitle: role },
  }
}

/** Only for the server, because title and text need an account. The browser knows both and sets the title. */
export function discussionHead({ category, created_at }: Pick<ListedDiscussion, 'category' | 'created_at'>): HeadInput {
  return {
    type: 'article',
    publishedTime: created_at,
    section: category,
    subject: {
      '@type': 'DiscussionForumPosting',
      headline: `Discussion in ${category}`,
      datePublished: created_at,
      isAccessibleForFree: false,
    },
  }
}
