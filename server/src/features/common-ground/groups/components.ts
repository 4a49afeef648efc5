import { EigenvalueDecomposition, Matrix, QrDecomposition } from 'ml-matrix'
import type { XSadd } from 'ml-xsadd'
import { add, at, permuteVotes, rowsOf, type VoteMatrix } from './vote-matrix.ts'

/** The principal components of a matrix of votes. */
export interface Components {
  /** The mean of each column among those who were asked. */
  means: Float64Array
  /** One row per column of the matrix, one column per component. */
  loadings: Matrix
  /** Variance along each component, largest first. */
  variances: number[]
}

/** Extra directions make the iteration converge, and the last of those that are kept exact. */
const extraDirections = 4
const iterations = 12
const permutations = 3
/** A component is clearer than chance if its variance is this much larger than the largest one of permuted votes. */
const minVarianceRatio = 1.1

/**
 * The first principal components by subspace iteration (Halko, Martinsson and Tropp 2011). It only multiplies with the matrix,
 * which therefore stays sparse: a missing entry is the mean of its column, so after centering it is zero.
 */
export function findComponents(
  matrix: VoteMatrix,
  count: number,
  random: XSadd,
  scales = evenScales(matrix),
): Components {
  const columns = matrix.pollOf.length
  const width = Math.min(count + extraDirections, columns, rowsOf(matrix))
  const means = findMeans(matrix)
  let basis = Matrix.from1DArray(
    columns,
    width,
    Array.from({ length: columns * width }, () => random.random() - 0.5),
  )
  for (let iteration = 0; iteration < iterations; iteration++) {
    basis = new QrDecomposition(basis).orthogonalMatrix
    basis = multiplyTransposed(matrix, means, multiply(matrix, means, basis, scales), scales)
  }
  basis = new QrDecomposition(basis).orthogonalMatrix
  const scores = multiply(matrix, means, basis, scales)
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(scores.transpose().mmul(scores), {
    assumeSymmetric: true,
  })
  const order = realEigenvalues
    .map((_, index) => index)
    .toSorted((a, b) => at(realEigenvalues, b) - at(realEigenvalues, a))
  const kept = order.slice(0, count)
  const loadings = basis.mmul(eigenvectorMatrix.subMatrixColumn(kept))
  for (let component = 0; component < kept.length; component++) fixSign(loadings, component)
  return { means, loadings, variances: kept.map((index) => at(realEigenvalues, index) / rowsOf(matrix)) }
}

/** The variance that a component needs to be clearer than chance: parallel analysis (Horn 1965) with votes permuted within polls. */
export function varianceAboveChance(matrix: VoteMatrix, random: XSadd, scales = evenScales(matrix)): number {
  const ofChance = Array.from(
    { length: permutations },
    () => findComponents(permuteVotes(matrix, random), 1, random, scales).variances[0] ?? 0,
  )
  return minVarianceRatio * Math.max(...ofChance)
}

/** The position of each voter. */
export const placeVoters = (matrix: VoteMatrix, { means, loadings }: Components): Matrix =>
  multiply(matrix, means, loadings, evenScales(matrix))

// The loops below take almost all of a run, so they read arrays in place: a shared function for arrays of several types is slow.

function findMeans({ chosen, pollOf, polls }: VoteMatrix): Float64Array {
  const counts = new Float64Array(pollOf.length)
  for (let index = 0; index < chosen.length; index++) {
    const column = chosen[index] ?? 0
    counts[column] = (counts[column] ?? 0) + 1
  }
  const asked = new Float64Array(polls)
  for (const [column, count] of counts.entries()) add(asked, at(pollOf, column), count)
  return counts.map((count, column) => count / Math.max(1, at(asked, at(pollOf, column))))
}

/**
 * A voter who answered few polls has many missing entries, which pull the position to the center and would give those who answered
 * everything more weight: as in Polis, rows are scaled up by the root of the share of polls that were answered.
 */
const evenScales = ({ starts, polls }: VoteMatrix): Float64Array =>
  Float64Array.from({ length: starts.length - 1 }, (_, row) =>
    Math.sqrt(polls / Math.max(1, at(starts, row + 1) - at(starts, row))),
  )

/** The centered matrix times `right`. What a voter did not choose in a poll is included in the sum over the poll's options. */
function multiply(matrix: VoteMatrix, means: Float64Array, right: Matrix, scales: Float64Array): Matrix {
  const { starts, chosen, pollOf, polls } = matrix
  return mapColumns(right, starts.length - 1, (values, result) => {
    const ofPoll = new Float64Array(polls)
    for (const [column, mean] of means.entries()) add(ofPoll, at(pollOf, column), mean * at(values, column))
    const added = values.map((value, column) => value - at(ofPoll, at(pollOf, column)))
    for (let row = 0; row < result.length; row++) {
      let sum = 0
      for (let index = starts[row] ?? 0; index < (starts[row + 1] ?? 0); index++) sum += added[chosen[index] ?? 0] ?? 0
      result[row] = (scales[row] ?? 0) * sum
    }
  })
}

/** The transpose of the centered matrix times `right`. */
function multiplyTransposed(matrix: VoteMatrix, means: Float64Array, right: Matrix, scales: Float64Array): Matrix {
  const { starts, chosen, pollOf, polls } = matrix
  return mapColumns(right, pollOf.length, (values, result) => {
    for (let row = 0; row < values.length; row++) {
      const value = (scales[row] ?? 0) * (values[row] ?? 0)
      for (let index = starts[row] ?? 0; index < (starts[row + 1] ?? 0); index++) {
        const column = chosen[index] ?? 0
        result[column] = (result[column] ?? 0) + value
      }
    }
    const ofPoll = new Float64Array(polls)
    for (const [column, sum] of result.entries()) add(ofPoll, at(pollOf, column), sum)
    for (const [column, mean] of means.entries()) add(result, column, -mean * at(ofPoll, at(pollOf, column)))
  })
}

/** A matrix whose columns are computed from those of another one. */
function mapColumns(from: Matrix, rows: number, compute: (values: Float64Array, result: Float64Array) => void): Matrix {
  const mapped = new Matrix(rows, from.columns)
  for (let column = 0; column < from.columns; column++) {
    const result = new Float64Array(rows)
    compute(Float64Array.from(from.getColumn(column)), result)
    mapped.setColumn(column, result)
  }
  return mapped
}

/** A component and its opposite are equally good. The same votes shall give the same picture. */
function fixSign(loadings: Matrix, component: number): void {
  const column = loadings.getColumn(component)
  const largest = column.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0)
  if (largest < 0) loadings.mulColumn(component, -1)
}
