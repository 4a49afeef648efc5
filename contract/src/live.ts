/**
 * Server-sent events (docs/adr/0009-live-counts.md). A message is a path whose responses are stale, such as `/api/polls/`. An
 * event named `counts` carries `LiveCounts`. Both are public, so the stream needs no login. It begins with events named `release`, the
 * name of the server's release, and `ticket`: `identifyStream` connects the stream with a user, who then receives events named `news`, without data, when their
 * notifications have changed.
 */
export const liveUrl = '/api/live/'

/** Of each call: the name of the server's release. */
export const releaseHeader = 'x-release'

/** A new stream starts with the paths that became stale within the last seconds. */
export const replaySeconds = 15

/** `version` grows with each vote and with each that is taken back. `options` holds pairs of option id and votes. */
export interface LivePoll {
  id: number
  total_votes: number
  options: [id: number, votes: number][]
  version: number
}

/** `version` never decreases, because ratings are final. */
export interface LivePolitician {
  id: number
  good_job_count: number
  bad_job_count: number
  version: number
}

/** The counts of the polls and officials that received votes or ratings since the last event. */
export interface LiveCounts {
  polls: LivePoll[]
  politicians: LivePolitician[]
}
