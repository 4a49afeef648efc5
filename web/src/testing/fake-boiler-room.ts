import {
  listFollowing,
  listSuggestedUsers,
  type FollowedUser,
  type SuggestedUser,
} from '@wtpu/contract/boiler-room/follows'
import { listLatestPosts, listPosts, type Post } from '@wtpu/contract/boiler-room/posts'
import { listPostComments } from '@wtpu/contract/boiler-room/comments'
import { listTrendingHashtags, type Hashtag } from '@wtpu/contract/boiler-room/hashtags'
import { fakeApi, signedIn } from './fake-api.tsx'
import { latestOf } from '#features/boiler-room/fixtures.ts'

/** The id of the signed-in viewer. */
export const viewerId = 7

/** Signs in and replies to the calls of /boiler-room. `setPosts` changes what the server has. */
export function fakeBoilerRoom({
  posts = [],
  hashtags = [],
  suggestions = [],
  followed = [],
}: {
  posts?: Post[]
  hashtags?: Hashtag[]
  suggestions?: SuggestedUser[]
  followed?: FollowedUser[]
} = {}) {
  const fake = fakeApi()
  let current = posts
  fake.respond(listPosts, ({ search }) => ({
    results: current,
    next: null,
    ...(search.has('q') && { count: current.length, total: 59 }),
  }))
  fake.respond(listLatestPosts, () => current.map(latestOf))
  fake.respond(listPostComments, [])
  fake.respond(listTrendingHashtags, hashtags)
  fake.respond(listSuggestedUsers, suggestions)
  fake.respond(listFollowing, ({ search }) => {
    const user = search.get('user')
    return user ? followed.filter(({ id }) => String(id) === user) : followed
  })
  signedIn({ userId: viewerId })
  return { ...fake, setPosts: (next: Post[]) => void (current = next) }
}
