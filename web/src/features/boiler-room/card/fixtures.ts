import type { PostComment, PostMedia } from '@wtpu/contract/posts'

/** A comment on post 12 by another member. */
export function makePostComment({ id = 1, ...over }: Partial<PostComment> = {}): PostComment {
  return {
    id,
    post: 12,
    user: 9,
    user_name: 'Alan Turing',
    user_avatar: null,
    text: `Comment ${id}`,
    created_at: new Date(Date.now() - 2 * 60 * 60_000).toISOString(),
    likes_count: 0,
    user_has_liked: false,
    ...over,
  }
}

export function makeImage(key: string, alt = ''): PostMedia {
  return { kind: 'image', file: `/media/posts/${key}-1024.webp`, poster: null, width: 1024, height: 768, alt }
}

export function makeVideo(key = 'video'): PostMedia {
  return {
    kind: 'video',
    file: `/media/posts/${key}.mp4`,
    poster: `/media/posts/${key}-640.webp`,
    width: 1280,
    height: 720,
    alt: '',
  }
}
