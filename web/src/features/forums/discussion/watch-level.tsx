import { type WatchLevel as Level, watchLevels } from '@wtpu/contract/forums/watch-levels'
import { useId } from 'react'
import { useWatchDiscussion } from '#community/watch-api.ts'
import { Select } from '#ui/form/fields.tsx'

const names: Record<Level, string> = { watch: 'Watch', normal: 'Normal', mute: 'Mute' }
const meanings: Record<Level, string> = {
  watch: 'You are notified of each comment.',
  normal: 'You are notified of replies to you and mentions of you.',
  mute: 'You are not notified of anything here.',
}

/** What the viewer is notified of in a discussion. */
export function WatchLevel({ id, level = 'normal' }: { id: number; level: Level | undefined }) {
  const watch = useWatchDiscussion(id)
  const meaningId = useId()
  return (
    <>
      <Select
        aria-label="Notifications of this discussion"
        aria-describedby={meaningId}
        value={level}
        onChange={({ target }) => {
          const next = watchLevels.find((candidate) => candidate === target.value)
          if (next) watch.mutate(next)
        }}
      >
        {watchLevels.map((choice) => (
          <option key={choice} value={choice}>
            {names[choice]}
          </option>
        ))}
      </Select>
      <p id={meaningId} className="mt-1.5 text-sm text-soft">
        {meanings[level]}
      </p>
    </>
  )
}
