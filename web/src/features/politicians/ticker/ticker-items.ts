import { officeNames, type Politician } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import { noRatingsYet, ratingsText } from '#features/politicians/messages.ts'
import { approval } from '#features/politicians/rules.ts'

/** What the ticker says in one turn; without `politician` it is a sample, and there is nobody to rate. */
export interface TickerItem {
  key: string
  name: string
  place: string
  description: string
  /** The description in the fewest words, for one line. */
  summary?: string
  politician?: Politician
}

const samples = ['Your senator', 'Your other senator', 'Your representative', 'Your governor']

/** Specification 2: the officials; for members, while there are none, four samples; nothing for visitors (decision 75). */
export function tickerItems(politicians: readonly Politician[], signedIn: boolean): TickerItem[] {
  if (politicians.length > 0) return politicians.map(performanceUpdate)
  if (!signedIn) return []
  return samples.map((name) => ({
    key: name,
    name,
    place: 'Sample',
    description: 'Their ratings will appear here.',
  }))
}

function performanceUpdate(politician: Politician): TickerItem {
  const { total, percent } = approval(politician)
  return {
    key: String(politician.id),
    name: politician.name,
    place: `${officeNames[politician.office]}, ${stateName(politician.state)}`,
    description:
      percent === undefined
        ? noRatingsYet
        : `${percent}% of ${ratingsText(total)} ${total === 1 ? 'says' : 'say'} Good Job`,
    summary: percent === undefined ? noRatingsYet : `${percent}% Good Job`,
    politician,
  }
}
