import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'

/** `name` without the `#`. `usage_count` is the number of uses in the last 7 days, or of all uses if there are none. */
const Hashtag = Type.Object({ name: Type.String(), usage_count: Type.Integer() })
export type Hashtag = Static<typeof Hashtag>

/** Decision 78: the top 20 by distinct authors, filled up with the most used ones of all time. */
export const listTrendingHashtags = {
  method: 'GET',
  url: '/api/boilerroom/trending-hashtags/',
  schema: {
    summary: 'Lists the 20 most used hashtags of the last 7 days.',
    response: { 200: Type.Array(Hashtag), ...failures },
  },
} satisfies Endpoint
