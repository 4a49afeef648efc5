import { fullCount } from '@wtpu/contract/full-count'
import { site } from '@wtpu/contract/site/name'
import { maxCounted } from '@wtpu/contract/boiler-room/posts'
import type { ApiFailure } from '#lib/api/request.ts'

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

export const noComments = 'No comments yet'
export const commentsLoadFailed = 'Failed to load comments. Please try again.'
export const commentPosted = {
  title: 'Success',
  description: 'Your comment has been posted!',
  variant: 'success',
} as const

type Failure = Pick<ApiFailure, 'status' | 'code' | 'detail' | 'message'>

export const likeFailure = (failure: Failure) =>
  failureToast(failure, 'Failed to update like status. Please try again.')
export const commentFailure = (failure: Failure) =>
  failureToast(failure, 'Failed to post your comment. Please try again.')
/** An edit may come too late, which only the server's text explains. */
export const editFailure = (failure: Failure) => errorToast(failure.detail || failure.message)

/** For these failures, trying again would not help, and the server's text explains why. */
function failureToast({ status, code, detail }: Failure, text: string) {
  return errorToast(detail && (code === 'email_not_confirmed' || status === 429) ? detail : text)
}

const errorToast = (description: string) => ({ title: 'Error', description, variant: 'destructive' }) as const

export const postDeleted = 'This post was deleted.'

export const shareText = `Check out this post on ${site.name}!`
/** TikTok has no page for sharing a link. */
export const copiedForTikTok = {
  title: 'Link copied',
  description: 'TikTok cannot receive links, so paste it into your TikTok post.',
}

export const videoNotPlayable = 'This video cannot be played in this browser.'
const advice = 'You can still post it. Videos in the format H.264 play in every browser.'
export const videoNotPlayableForAll = `This browser cannot play this video, so many people will not be able to. ${advice}`
export const videoIsRare = `Many browsers cannot play this video, although this one can. ${advice}`

export const postPublished = {
  title: 'Success',
  description: 'Your post has been published!',
  variant: 'success',
} as const

const publishFailed = 'Failed to publish your post. Please try again.'

export const publishFailure = { title: 'Error', description: publishFailed, variant: 'destructive' } as const

/** What the server or the browser says about the failure. The texts of fields come first. */
export function failureReasons(failure: Pick<ApiFailure, 'fields' | 'message'>): string[] {
  const fields = Object.values(failure.fields).flat()
  return fields.length > 0 ? fields : [failure.message]
}
