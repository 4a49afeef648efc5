/** What opens a ballot paper: the token of a link, a code, with the paper if it opens several, or the account of an invited mailbox. */
export type BallotKey = { token: string } | { code: string; paper?: number } | { paper: number }

export const ballotQueryKey = (by: BallotKey) => ['ballot', by]

/** The fragment of `/ballot` for the viewer's own ballot of a paper. Tokens are longer. */
export const paperHash = (paper: number) => `paper-${paper}`

export function keyOfHash(hash: string): BallotKey {
  const [, paper] = /^paper-(\d{1,9})$/.exec(hash) ?? []
  return paper ? { paper: Number(paper) } : { token: hash }
}
