import { maxCounted } from '@wtpu/contract/boiler-room/posts'
import { fullCount } from '#lib/format.ts'

export const noPosts = 'No posts yet'
export const createFirstPost = 'Create First Post'
export const noTrendingPosts = 'No trending posts yet'
export const noFollowedPosts = 'No posts from people you follow'
export const findPeople = 'Find People to Follow'
export const startSearching = 'Start Searching'
export const noHashtagPosts = 'No posts yet for this filter.'
export const noMatchingPosts = (query: string) => `No posts found for "${query}"`
export const postsLoadFailed = 'Failed to load posts. Please try again later.'

export const postNotFound = 'Post not found'
export const postLoadFailed = 'This post could not be loaded'

/** Matches are counted up to a limit. */
export function matchCount(count: number, total: number): string {
  const matches = count >= maxCounted ? `${fullCount(maxCounted)}+` : fullCount(count)
  return `Showing ${matches} of ${fullCount(total)} posts`
}
