/** The size of a busy national site: polls after one year, the Boiler Room and forums after two. */
export const largeScale = {
  people: 120_000,
  officials: 600,
  polls: 10_000,
  votes: 1_000_000,
  ratings: 1_000_000,
  wallComments: 20_000,
  posts: 1_000_000,
  /** Posts and their comments have this many likes. */
  likes: 5_000_000,
  postComments: 3_000_000,
  hashtags: 20_000,
  follows: 200_000,
  /** Followers of the most followed person. They are included in `follows`, as are the next. */
  mostFollowers: 100_000,
  /** People followed by the person who follows the most. */
  mostFollowed: 5_000,
  discussions: 200_000,
  forumComments: 3_000_000,
  /** Comments of the largest discussion, whose thread is the deepest. */
  deepThread: 5_000,
  discussionLikes: 400_000,
  views: 8_000_000,
  tags: 2_000,
}
export type Scale = typeof largeScale

/** For tests: this share of everything but people, officials and polls. */
export function reducedScale(share: number): Scale {
  const { people, officials, polls, ...others } = largeScale
  const reduced = Object.entries(others).map(([name, count]) => [name, Math.round(count * share)])
  return { ...largeScale, ...Object.fromEntries(reduced), people, officials, polls }
}
