import { roadsAndRivers } from './roads-and-rivers.ts'
import type { SamplePost } from './sample-post.ts'
import { schoolsAndLibraries } from './schools-and-libraries.ts'

/** 60 posts of the last two weeks, in no order. */
export const samplePosts: SamplePost[] = [...roadsAndRivers, ...schoolsAndLibraries]
