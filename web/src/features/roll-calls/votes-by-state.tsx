import { fullCount } from '@wtpu/contract/full-count'
import { describeRollCall, type AskedRollCall } from '@wtpu/contract/on-demand/roll-call-sentence'
import { positions, type RollCall, type StateTotals } from '@wtpu/contract/roll-calls'
import { stateName } from '@wtpu/contract/states'
import { DataTable } from '#ui/on-demand/data-table.tsx'
import { LegendEntry, TileMap } from '#ui/on-demand/tile-map.tsx'
import { positionColumns } from './position-columns.ts'

const tiles = {
  yea: { className: 'border border-good bg-good-tint text-good', symbol: 'Y' },
  nay: { className: 'border border-bad bg-bad-tint text-bad', symbol: 'N' },
  tie: { className: 'border border-edge bg-track text-ink', symbol: '=' },
  none: { className: 'border border-dashed border-edge text-soft' },
}
const titles: Record<keyof typeof tiles, string> = {
  yea: 'most voted yes',
  nay: 'most voted no',
  tie: 'as many yes as no',
  none: 'no vote of yes or no',
}

/** A map of what most members of each state voted, with the same content as a table. */
export function VotesByState({ rollCall }: { rollCall: AskedRollCall & Pick<RollCall, 'states'> }) {
  const { states } = rollCall
  const byCode = new Map(states.map((state) => [state.state, state]))
  const sorted = states.toSorted((a, b) => stateName(a.state).localeCompare(stateName(b.state)))
  return (
    <section aria-labelledby="by-state" className="@container">
      <h2 id="by-state" className="mb-3 text-2xl">
        By state
      </h2>
      <div className="grid grid-cols-1 gap-6 @2xl:grid-cols-[5fr_6fr]">
        <TileMap
          tile={(code) => {
            const outcome = majority(byCode.get(code))
            return { ...tiles[outcome], title: `${stateName(code)}: ${titles[outcome]}` }
          }}
        >
          <LegendEntry {...tiles.yea}>Most voted yes</LegendEntry>
          <LegendEntry {...tiles.nay}>Most voted no</LegendEntry>
          <LegendEntry {...tiles.tie}>As many yes as no</LegendEntry>
          <LegendEntry {...tiles.none}>No vote of yes or no</LegendEntry>
        </TileMap>
        <div className="@2xl:relative">
          <DataTable
            label={`Votes by state: ${describeRollCall(rollCall).headline}`}
            // Next to the map, limit the table to the map's height.
            className="max-h-80 @2xl:absolute @2xl:inset-x-0 @2xl:top-0 @2xl:max-h-full"
            columns={[{ title: 'State' }, ...positionColumns]}
            rows={sorted.map((state) => ({
              key: state.state,
              cells: [stateName(state.state), ...positions.map((position) => fullCount(state[position]))],
            }))}
          />
        </div>
      </div>
    </section>
  )
}

function majority(totals: StateTotals | undefined): keyof typeof tiles {
  if (!totals || totals.yea + totals.nay === 0) return 'none'
  if (totals.yea === totals.nay) return 'tie'
  return totals.yea > totals.nay ? 'yea' : 'nay'
}
