/**
 * The numbers of PostgreSQL's advisory locks. A number must never change, so that servers of two releases use the same lock.
 */
export const locks = {
  migrations: 7_460_001,
  /** Imports and seeds. */
  content: 7_460_002,
  /** The delivery of notifications. */
  notifications: 7_460_004,
  tallyLog: 7_460_005,
  /** Changes of the tags of discussions wait for a merge of tags, and the merge for them. */
  tags: 7_460_006,
  siteKeys: 7_460_007,
  /** The files of releases. */
  webFiles: 7_460_008,
  /** The results by state of large polls. */
  stateResults: 7_460_009,
  /** The votes that arrive while a demo runs. */
  demoVotes: 7_460_010,
} as const

/** The first of two numbers. The second one says which secret, user or discussion is locked. PostgreSQL keeps these apart from `locks`. */
export const locksByKey = {
  secrets: 7_460_002,
  /** Held by servers that know of sites for members only. */
  reading: 7_460_012,
  followsOf: 7_460_003,
  /** Writes and edits of texts in one discussion. */
  threads: 7_460_011,
  /** Judgements by all accounts of a voter, which have one limit. */
  judgementsOf: 7_460_013,
} as const
