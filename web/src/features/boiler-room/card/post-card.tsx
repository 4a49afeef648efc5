import type { Post } from '@wtpu/contract/posts'
import { cardClass } from '#ui/card.tsx'

interface PostCardProps {
  post: Post
  /** The only post of its page: its comments are open, and its author is the page's heading. */
  alone?: boolean
}

/** A post with its media, likes and comments. */
export function PostCard({ post, alone = false }: PostCardProps) {
  const Heading = alone ? 'h1' : 'h2'
  const authorId = `post-${post.id}-author`
  return (
    <article aria-labelledby={authorId} className={cardClass('p-4 sm:p-6')}>
      <Heading id={authorId}>{post.user_name}</Heading>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {post.text}
      </p>
    </article>
  )
}
