import { listPosts, type Post, type PostPage } from '@wtpu/contract/boiler-room/posts'
import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/client.ts'
import { follows } from '#db/schema/boiler-room.ts'
import { reactions } from '#db/schema/community.ts'
import { prepareStatement } from '#db/statement.ts'
import { shareExceptOwn } from '#http/cache/shared-response.ts'
import { findPosts } from './list.ts'

/** Maximum age of a shared page. Names and pictures of authors change without an invalidation. */
const maxAgeSeconds = 2

/** A path of its own, so that likes evict it and no other response. */
const shared = { ...listPosts, url: '/api/boilerroom/feed/' }

type Posts = Post[] | PostPage

/** The newest posts. Members share one page, to which each response adds what its viewer likes and follows. */
export function shareFeed(request: FastifyRequest, reply: FastifyReply, limit: number | undefined): Promise<Posts> {
  const { server, viewerId } = request
  return shareExceptOwn(
    shared,
    maxAgeSeconds,
    request,
    reply,
    (db) => findPosts(db, { limit, viewerId: 0 }),
    (posts) => addOwn(server.db, viewerId, posts),
  )
}

const named = (name: string) => sql.placeholder(name)

const findOwn = prepareStatement<{ posts: number[]; comments: number[]; authors: number[] }>(
  'own_of_feed',
  sql`select
    array(select post_id from ${reactions} where post_id = any(${named('posts')}::int[])
      and user_id = ${named('viewer')}::int and value = 1) as posts,
    array(select comment_id from ${reactions} where comment_id = any(${named('comments')}::int[])
      and user_id = ${named('viewer')}::int and value = 1) as comments,
    array(select followed_id from ${follows} where follower_id = ${named('viewer')}::int
      and followed_id = any(${named('authors')}::int[])) as authors`,
)

async function addOwn(db: Db, viewer: number, page: Posts): Promise<Posts | undefined> {
  const list = 'results' in page ? page.results : page
  const comments = list.flatMap((post) => post.recent_comments)
  const isLiked = ({ likes_count }: { likes_count: number }) => likes_count > 0
  const [own] = await findOwn(db, {
    viewer,
    posts: list.filter(isLiked).map(({ id }) => id),
    comments: comments.filter(isLiked).map(({ id }) => id),
    authors: list.map(({ user }) => user),
  })
  if (!own || own.posts.length + own.comments.length + own.authors.length === 0) return undefined
  const posts = list.map((post) => ({
    ...post,
    following: own.authors.includes(post.user),
    user_has_liked: own.posts.includes(post.id),
    recent_comments: post.recent_comments.map((comment) => ({
      ...comment,
      user_has_liked: own.comments.includes(comment.id),
    })),
  }))
  return 'results' in page ? { ...page, results: posts } : posts
}
