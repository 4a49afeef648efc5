import { lengthProblem } from '../../lengths.ts'
import { comparisonKey } from '../../writing/on-demand/comparison-key.ts'
import { maxOptions, minOptions, optionMaxLength } from '../polls.ts'

/** The database compares options, too: it knows letters that JavaScript tells apart. */
export const optionsMustDiffer = 'Each option must be different.'

export function findOptionsProblem(options: string[]): string | undefined {
  if (options.length < minOptions) return `At least ${minOptions} options are required.`
  if (options.length > maxOptions) return `At most ${maxOptions} options are possible.`
  const tooLong = options.map((option) => lengthProblem('An option', option, optionMaxLength)).find(Boolean)
  const areDistinct = new Set(options.map(comparisonKey)).size === options.length
  return tooLong ?? (areDistinct ? undefined : optionsMustDiffer)
}
