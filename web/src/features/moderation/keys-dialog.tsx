import { rules } from '@wtpu/contract/moderation/on-demand/rules'
import { Dialog } from '#ui/dialog/dialog.tsx'

const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['j', 'k'], 'Next case, case before'],
  [['e', 'r', 'l'], 'The text: keep, remove, lock'],
  [['n', 'w', 's', 'b'], 'The person: nothing, warn, suspend, block'],
  [['1', String(rules.length)], 'The guideline, by its number'],
  [['o'], 'A sentence that is offered; again for the next'],
  [['Enter'], 'Decide'],
  [['?'], 'These keys'],
]

/** All keys of the moderator's desk. */
export function KeysDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog {...props} title="Keys" description="They act while focus is in the list or in a case, and not in a field.">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
        {keys.map(([letters, does]) => (
          <div key={does} className="contents">
            <dt className="flex flex-wrap gap-1">
              {letters.map((letter, index) => (
                <span key={letter}>
                  {index > 0 && does.startsWith('The guideline') && 'to '}
                  <kbd className="rounded-control border border-edge bg-sunken px-2 py-0.5">{letter}</kbd>
                </span>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
