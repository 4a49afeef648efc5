import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage } from '#features/forums/activity-page.tsx'
import { discussionPagesQuery } from '#features/forums/api.ts'

export const Route = createFileRoute('/_member/forums/activity')({
  // Not awaited, so that the page shows its skeletons while loading.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchInfiniteQuery(discussionPagesQuery({})),
  component: ActivityPage,
})
