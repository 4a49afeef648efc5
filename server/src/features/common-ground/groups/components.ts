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
/** A component is clearer than chance if its variance is so much larger than the largest one of permuted votes. */
const minVarianceRatio = 1.1

/**
 * The first principal components by subspace iteration (Halko, Martinsson and Tropp 2011). It only multiplies with the matrix,
 * which therefore stays sparse: a missing entry is the mean of its column, so after centering it is zero.
 */
export function findComponents(matrix: VoteMatrix, count: number, random: XSadd): Components {
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
    basis = multiplyTransposed(matrix, means, multiply(matrix, means, basis))
  }
  basis = new QrDecomposition(basis).orthogonalMatrix
  const scores = multiply(matrix, means, basis)
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
export function varianceAboveChance(matrix: VoteMatrix, random: XSadd): number {
  const ofChance = Array.from(
    { length: permutations },
    () => findComponents(permuteVotes(matrix, random), 1, random).variances[0] ?? 0,
  )
  return minVarianceRatio * Math.max(...ofChance)
}

/**
 * The position of each voter. A voter who answered few polls has many missing entries, which pull the position to the center;
 * as in Polis, it is scaled up by the root of the share of polls that were answered.
 */
export function placeVoters(matrix: VoteMatrix, { means, loadings }: Components): Matrix {
  const scores = multiply(matrix, means, loadings)
  for (let row = 0; row < scores.rows; row++) {
    scores.mulRow(row, Math.sqrt(matrix.polls / Math.max(1, at(matrix.starts, row + 1) - at(matrix.starts, row))))
  }
  return scores
}

function findMeans({ chosen, pollOf, polls }: VoteMatrix): Float64Array {
  const asked = new Float64Array(polls)
  const means = new Float64Array(pollOf.length)
  for (const column of chosen) {
    add(means, column, 1)
    add(asked, at(pollOf, column), 1)
  }
  return means.map((count, column) => count / Math.max(1, at(asked, at(pollOf, column))))
}

// The loops below take almost all of a run, so they read arrays in place: a shared function for arrays of several types is slow.

/** The centered matrix times `right`. What a voter did not choose in a poll is included in the sum over the poll's options. */
function multiply(matrix: VoteMatrix, means: Float64Array, right: Matrix): Matrix {
  const width = right.columns
  const values = Float64Array.from(right.to1DArray())
  const ofPoll = new Float64Array(matrix.polls * width)
  for (const [column, mean] of means.entries()) {
    const poll = (matrix.pollOf[column] ?? 0) * width
    for (let k = 0; k < width; k++)
      ofPoll[poll + k] = (ofPoll[poll + k] ?? 0) + mean * (values[column * width + k] ?? 0)
  }
  const { starts, chosen, pollOf } = matrix
  const result = new Float64Array(rowsOf(matrix) * width)
  for (let row = 0; row < rowsOf(matrix); row++) {
    const target = row * width
    for (let index = starts[row] ?? 0; index < (starts[row + 1] ?? 0); index++) {
      const column = chosen[index] ?? 0
      const [value, poll] = [column * width, (pollOf[column] ?? 0) * width]
      for (let k = 0; k < width; k++)
        result[target + k] = (result[target + k] ?? 0) + (values[value + k] ?? 0) - (ofPoll[poll + k] ?? 0)
    }
  }
  return Matrix.from1DArray(rowsOf(matrix), width, Array.from(result))
}

/** The transpose of the centered matrix times `right`. */
function multiplyTransposed(matrix: VoteMatrix, means: Float64Array, right: Matrix): Matrix {
  const width = right.columns
  const values = Float64Array.from(right.to1DArray())
  const { starts, chosen, pollOf } = matrix
  const result = new Float64Array(pollOf.length * width)
  const ofPoll = new Float64Array(matrix.polls * width)
  for (let row = 0; row < rowsOf(matrix); row++) {
    const source = row * width
    for (let index = starts[row] ?? 0; index < (starts[row + 1] ?? 0); index++) {
      const column = chosen[index] ?? 0
      const [target, poll] = [column * width, (pollOf[column] ?? 0) * width]
      for (let k = 0; k < width; k++) {
        result[target + k] = (result[target + k] ?? 0) + (values[source + k] ?? 0)
        ofPoll[poll + k] = (ofPoll[poll + k] ?? 0) + (values[source + k] ?? 0)
      }
    }
  }
  for (const [column, mean] of means.entries()) {
    const poll = (pollOf[column] ?? 0) * width
    for (let k = 0; k < width; k++)
      result[column * width + k] = (result[column * width + k] ?? 0) + -mean * (ofPoll[poll + k] ?? 0)
  }
  return Matrix.from1DArray(pollOf.length, width, Array.from(result))
}

/** A component and its opposite are equally good. The same votes shall give the same picture. */
function fixSign(loadings: Matrix, component: number): void {
  const column = loadings.getColumn(component)
  const largest = column.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0)
  if (largest < 0) loadings.mulColumn(component, -1)
}
