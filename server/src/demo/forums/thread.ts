import type { Random } from '#demo/random.ts'
import type { SampleComment } from './sample-discussion.ts'

export interface ThreadLine extends Omit<SampleComment, 'line'> {
  by: string
  text: string
  /** Index of the comment that this one replies to. */
  parent: number | undefined
}

/** Reads the comments of a discussion, see `SampleDiscussion.comments`. */
export function readThread(comments: (string | SampleComment)[]): ThreadLine[] {
  const above: number[] = []
  return comments.map((comment, index) => {
    const { line, ...facts } = typeof comment === 'string' ? { line: comment } : comment
    const [, dashes, by, text] = /^(?:(-+) )?([\w.]+): (.+)$/s.exec(line) ?? []
    if (by === undefined || text === undefined) throw new Error(`Not a comment: ${line}`)
    const depth = dashes?.length ?? 0
    if (depth > above.length) throw new Error(`No comment to reply to: ${line}`)
    above.length = depth
    const parent = above.at(-1)
    above.push(index)
    return { ...facts, by, text, parent }
  })
}

/** The times of the comments: later than the comment above and the previous sibling. The last line is the last, at `end`. */
export function timesOfThread(
  lines: ThreadLine[],
  { start, end }: { start: number; end: number },
  random: Random,
): Date[] {
  const latestReply = new Map<number | undefined, number>()
  // From 0, the start, to 1, which is never reached.
  const shares: number[] = []
  for (const [index, { parent }] of lines.entries()) {
    const before = shares[latestReply.get(parent) ?? parent ?? -1] ?? 0
    const earliest = index === lines.length - 1 ? Math.max(...shares, 0) : before
    shares.push(earliest + (1 - earliest) * (0.03 + 0.45 * random.next() ** 2))
    latestReply.set(parent, index)
  }
  const longest = shares.at(-1) ?? 1
  return shares.map((share) => new Date(Math.round(start + ((end - start) * share) / longest)))
}
