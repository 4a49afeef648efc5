/** What two reporters must not have in common. */
interface Reporter {
  network: string
  /** All accounts of one mailbox have the same. */
  voter_id: number
}

/**
 * The most reporters of whom no two share a network or a mailbox. Each report is an edge between its network and its mailbox,
 * so this is the size of a maximum matching (Kuhn's algorithm).
 */
export function countIndependent(reporters: readonly Reporter[]): number {
  const byNetwork = Map.groupBy(reporters, ({ network }) => network)
  const networkOfVoter = new Map<number, string>()
  function place(network: string, tried: Set<number>): boolean {
    for (const { voter_id: voter } of byNetwork.get(network) ?? []) {
      if (tried.has(voter)) continue
      tried.add(voter)
      const holder = networkOfVoter.get(voter)
      // The network that has this mailbox may take another one.
      if (holder !== undefined && !place(holder, tried)) continue
      networkOfVoter.set(voter, network)
      return true
    }
    return false
  }
  return [...byNetwork.keys()].filter((network) => place(network, new Set())).length
}
