import type { ListedDiscussion } from '../forums/discussions.ts'
import { officeNames, partyNames, type Politician } from '../politicians.ts'
import { stateName } from '../states.ts'
import type { HeadInput } from './head.ts'

// Only facts that are public without an account. The browser writes the same heads as the server.

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

/** Only for the server, because the browser knows the title. Text and author need an account. */
export function discussionHead({
  title,
  category,
  created_at,
}: Pick<ListedDiscussion, 'title' | 'category' | 'created_at'>): HeadInput {
  return {
    title,
    type: 'article',
    description: `A discussion in ${category} on WTPU. Sign in to read it and to reply.`,
    publishedTime: created_at,
    section: category,
    subject: {
      '@type': 'DiscussionForumPosting',
      headline: title,
      datePublished: created_at,
      isAccessibleForFree: false,
    },
  }
}
