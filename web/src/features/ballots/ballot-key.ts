/** What opens a ballot paper: the token of a link, or a code. */
export type BallotKey = { token: string } | { code: string }

export const ballotQueryKey = (by: BallotKey) => ['ballot', by]
