import { officeName, type Politician } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import { noRatingsYet, ratingsText } from '#features/politicians/messages.ts'
import { approval } from '#features/politicians/rules.ts'

/** One item of the ticker. A sample has no `politician` and cannot be rated. */
export interface TickerItem {
  key: string
  name: string
  place: string
  description: string
  /** A shorter description, for the one-line ticker on phones. */
  summary?: string
  politician?: Politician
}

const samples = ['Your senator', 'Your other senator', 'Your representative', 'Your governor']

/** The politicians. Without any, four samples for signed-in users and nothing else. */
export function tickerItems(politicians: readonly Politician[], signedIn: boolean): TickerItem[] {
  if (politicians.length > 0) return politicians.map(toTickerItem)
  if (!signedIn) return []
  return samples.map((name) => ({
    key: name,
    name,
    place: 'Example',
    description: 'Their ratings will appear here.',
  }))
}

function toTickerItem(politician: Politician): TickerItem {
  const { total, percent } = approval(politician)
  return {
    key: String(politician.id),
    name: politician.name,
    place: `${officeName(politician.office)}, ${stateName(politician.state)}`,
    description:
      percent === undefined
        ? noRatingsYet
        : `${percent}% of ${ratingsText(total)} ${total === 1 ? 'says' : 'say'} Good Job`,
    summary: percent === undefined ? noRatingsYet : `${percent}% Good Job`,
    politician,
  }
}
