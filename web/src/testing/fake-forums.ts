import {
  getForumStats,
  listDiscussions,
  listForumCategories,
  type ListedDiscussion,
} from '@wtpu/contract/forums/discussions'
import { fakeApi, signedIn } from './fake-api.tsx'

const forumCategories = [
  { id: 1, category: 'Environment', discussion_count: 7 },
  { id: 2, category: 'Healthcare', discussion_count: 31 },
  { id: 8, category: 'General', discussion_count: 1 },
]

/** Signs in and replies to the calls of /forums. `setDiscussions` changes what the server has. */
export function fakeForums({ discussions = [] }: { discussions?: ListedDiscussion[] } = {}) {
  const fake = fakeApi()
  let current = discussions
  fake.respond(listDiscussions, ({ search }) => {
    const results = search.get('filter') === 'trending' ? current.filter(({ trending }) => trending) : current
    return { results, next: null, count: results.length }
  })
  fake.respond(listForumCategories, forumCategories)
  fake.respond(getForumStats, { members: 12_345, discussions: 40, posts: 262, today_discussions: 3 })
  signedIn()
  return { ...fake, setDiscussions: (next: ListedDiscussion[]) => void (current = next) }
}
