import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage } from '#features/forums/activity-page.tsx'
import { discussionPagesQuery } from '#features/forums/api.ts'

export const Route = createFileRoute('/_member/forums/activity')({
  // Loaded with the component: the page's head prefetches the calls, and the loader's code would delay every other page.
  codeSplitGroupings: [['loader', 'component']],
  // Not awaited, so that the page shows its skeletons while loading.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchInfiniteQuery(discussionPagesQuery({})),
  component: ActivityPage,
})
