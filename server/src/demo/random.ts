export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** An integer from `min` to `max`, both inclusive. */
  between(min: number, max: number): number
  pick<Value>(from: readonly Value[]): Value
  /** `count` distinct elements, or all if there are fewer. */
  sample<Value>(from: readonly Value[], count: number): Value[]
}

/** A pseudorandom generator (mulberry32) that returns the same numbers for the same seed, so every demo is the same. */
export function seededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    pick(from) {
      const picked = from[between(0, from.length - 1)]
      if (picked === undefined) throw new Error('Cannot pick from an empty array')
      return picked
    },
    sample(from, count) {
      const rest = [...from]
      return Array.from({ length: Math.min(count, rest.length) }, () =>
        rest.splice(between(0, rest.length - 1), 1),
      ).flat()
    },
  }
}
