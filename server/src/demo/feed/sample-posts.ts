import { healthAndHomes } from './health-and-homes.ts'
import { landAndSky } from './land-and-sky.ts'
import { meetingsAndElections } from './meetings-and-elections.ts'
import { roadsAndRivers } from './roads-and-rivers.ts'
import type { SamplePost } from './sample-post.ts'
import { schoolsAndLibraries } from './schools-and-libraries.ts'
import { workAndShops } from './work-and-shops.ts'

/** 60 posts of the last two weeks, in no order. */
export const samplePosts: SamplePost[] = [
  ...roadsAndRivers,
  ...schoolsAndLibraries,
  ...meetingsAndElections,
  ...workAndShops,
  ...landAndSky,
  ...healthAndHomes,
]
