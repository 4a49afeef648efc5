import Check from 'lucide-react/icons/check'
import { settingSaved } from '#features/accounts/messages.ts'

/** Says that a setting was saved. Reserves its height, to prevent a layout shift. */
export function Saved({ when }: { when: boolean }) {
  return (
    <output className="flex min-h-5 min-w-16 items-center gap-1.5 text-sm font-medium text-good">
      {when && (
        <>
          <Check aria-hidden className="size-4" />
          {settingSaved}
        </>
      )}
    </output>
  )
}
