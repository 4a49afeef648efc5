import { listSuggestedUsers } from '@wtpu/contract/boiler-room/follows'
import { listTrendingHashtags } from '@wtpu/contract/boiler-room/hashtags'
import { query } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'

const trendingRefetchMs = 60_000

export const trendingHashtagsQuery = () =>
  query(listTrendingHashtags, {}, { refetchInterval: refetchEvery(trendingRefetchMs) })

export const suggestedUsersQuery = () => query(listSuggestedUsers, {}, { meta: { own: true } })
