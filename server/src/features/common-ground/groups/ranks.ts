import { at } from './vote-matrix.ts'

/** The rank of each value, from 0 on. Ties are broken by `order`, which is random, so that they favor no answer. */
export function rank(values: ArrayLike<number>, order: Int32Array): Int32Array {
  const sorted = order.toSorted((a, b) => at(values, a) - at(values, b))
  const ranks = new Int32Array(values.length)
  for (const [place, row] of sorted.entries()) ranks[row] = place
  return ranks
}

/** The rank of each value, from 0 on. Equal values have the mean of their ranks. */
export function averageRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).toSorted((a, b) => at(values, a) - at(values, b))
  const ranks: number[] = Array.from({ length: values.length }, () => 0)
  for (let start = 0, end = 0; start < order.length; start = end) {
    while (end < order.length && values[at(order, end)] === values[at(order, start)]) end++
    for (let place = start; place < end; place++) ranks[at(order, place)] = (start + end - 1) / 2
  }
  return ranks
}

/** Pearson's correlation; of ranks, Spearman's. */
export function correlate(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const count = a.length
  let [meanA, meanB] = [0, 0]
  for (let index = 0; index < count; index++) {
    meanA += at(a, index) / count
    meanB += at(b, index) / count
  }
  let [product, squaresA, squaresB] = [0, 0, 0]
  for (let index = 0; index < count; index++) {
    const [fromA, fromB] = [at(a, index) - meanA, at(b, index) - meanB]
    product += fromA * fromB
    squaresA += fromA ** 2
    squaresB += fromB ** 2
  }
  return squaresA > 0 && squaresB > 0 ? product / Math.sqrt(squaresA * squaresB) : 0
}
