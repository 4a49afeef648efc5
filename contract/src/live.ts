/**
 * Server-sent events (docs/adr/0009-live-counts.md). A message is a path whose responses are stale, such as `/api/polls/`. An
 * event named `counts` carries `LiveCounts`. What is sent to all is public, so the stream needs no login; streams of users also hear
 * of what only members may read. It begins with events named `release`, the
 * name of the server's release, and `ticket`: `identifyStream` connects the stream with a user, who then receives events named `news`, without data, when their
 * notifications have changed, and events named `own` with the path of what only they see: their votes, ratings or account.
 */
export const liveUrl = '/api/live/'

/** Each response has the name of the server's release in this header. */
export const releaseHeader = 'x-release'

/** A new stream starts with the paths that became stale within the last seconds. */
export const replaySeconds = 15

/** A page may come with counts that have moved, if it read them within the last seconds. */
export const oldCountsSeconds = 5

/** `version` grows with each vote and with each that is taken back. `options` holds pairs of option id and votes. */
export interface LivePoll {
  id: number
  total_votes: number
  options: [id: number, votes: number][]
  version: number
}

/** `version` grows with each rating and with each that is taken back. */
export interface LivePolitician {
  id: number
  good_job_count: number
  bad_job_count: number
  version: number
}

export interface LivePost {
  id: number
  likes_count: number
  comments_count: number
}

export interface LiveDiscussion {
  id: number
  like_count: number
  num_comments: number
}

/** On a post, in a discussion or on an official's wall. */
export interface LiveComment {
  id: number
  like_count: number
  dislike_count: number
}

/** The counts of the polls and officials that received votes or ratings since the last event. */
export interface PublicCounts {
  polls: LivePoll[]
  politicians: LivePolitician[]
}

/** Counts of content that received reactions or comments, for streams of users only, because visitors cannot read it. */
export interface MemberCounts {
  posts: LivePost[]
  discussions: LiveDiscussion[]
  comments: LiveComment[]
  /** The ids of officials whose walls have new comments. */
  walls: number[]
}

/** An event has either the public part or that of users; servers of earlier versions send the public one only. */
export type LiveCounts = PublicCounts & MemberCounts
