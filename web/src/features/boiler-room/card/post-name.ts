import type { Post } from '@wtpu/contract/boiler-room/posts'
import { contentName } from '#community/comment-row.tsx'

/** Names a post for screen readers. Posts without a text are told apart by a description, or else by their date. */
export const postName = ({ user_name, text, media, created_at }: Post): string =>
  contentName('post', user_name, text || media.find(({ alt }) => alt)?.alt || '', created_at)
