import { MessageSquare } from 'lucide-react'
import { EmptyState } from '#ui/empty-state.tsx'
import { noPosts } from '#features/boiler-room/feed/messages.ts'
import { PostFeed } from '#features/boiler-room/feed/post-feed.tsx'

/** The person's posts with their comments. */
export function RecentPosts({ user }: { user: { id: number; name: string } }) {
  return (
    <PostFeed
      key={user.id}
      label={`Posts by ${user.name}`}
      filter={{ user: String(user.id) }}
      matches={(post) => post.user === user.id}
      preset="forum"
      empty={
        <EmptyState icon={<MessageSquare />} title={noPosts}>
          Posts by {user.name} in the Boiler Room will appear here.
        </EmptyState>
      }
    />
  )
}
