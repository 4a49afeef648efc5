import type { SuggestedUser } from '@wtpu/contract/boiler-room/follows'
import type { LatestPost, Post } from '@wtpu/contract/boiler-room/posts'
import type { PostComment } from '@wtpu/contract/boiler-room/comments'
import type { PostMedia } from '@wtpu/contract/boiler-room/post-media'
import { now } from '#lib/time.ts'

/** A post by Grace Hopper (id 8). */
export function makePost({ id = 1, ...over }: Partial<Post> = {}): Post {
  const author = { id: over.user ?? 8, name: over.user_name ?? 'Grace Hopper', avatar: null, username: 'grace' }
  return {
    id,
    text: `Text of post ${id}`,
    created_at: new Date(now() - 5 * 60_000).toISOString(),
    edited_at: null,
    user: author.id,
    user_name: author.name,
    user_avatar: null,
    author,
    trending: over.is_trending ?? false,
    is_trending: false,
    following: false,
    hashtag_list: [],
    likes_count: 0,
    comments_count: 0,
    user_has_liked: false,
    media: [],
    recent_comments: [],
    ...over,
  }
}

export function latestOf({ id, user, is_trending }: Post): LatestPost {
  return { id, user, is_trending }
}

export function makeSuggestion({ id = 20, ...over }: Partial<SuggestedUser> = {}): SuggestedUser {
  return {
    id,
    username: `user${id}`,
    first_name: 'Person',
    last_name: String(id),
    name: `Person ${id}`,
    avatar: null,
    bio: '',
    followers: 3,
    followers_count: 3,
    following_count: 0,
    political_affiliation: 'Independent',
    state: 'NY',
    date_joined: '2026-01-01T00:00:00Z',
    verified: false,
    ...over,
  }
}

/** A comment on post 12 by another member. */
export function makePostComment({ id = 1, ...over }: Partial<PostComment> = {}): PostComment {
  return {
    id,
    post: 12,
    user: 9,
    user_name: 'Alan Turing',
    user_avatar: null,
    text: `Comment ${id}`,
    created_at: new Date(now() - 2 * 60 * 60_000).toISOString(),
    likes_count: 0,
    user_has_liked: false,
    ...over,
  }
}

export function makeImage(key: string, alt = ''): PostMedia {
  return {
    kind: 'image',
    file: `/media/posts/${key}-1024.webp`,
    poster: null,
    width: 1024,
    height: 768,
    alt,
    captions: null,
  }
}

export function makeVideo(key = 'video'): PostMedia {
  return {
    kind: 'video',
    file: `/media/posts/${key}.mp4`,
    poster: `/media/posts/${key}-640.webp`,
    width: 1280,
    height: 720,
    alt: '',
    captions: null,
  }
}
