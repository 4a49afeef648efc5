import MessageSquare from 'lucide-react/icons/message-square'

/** Above the composer of a discussion or wall in slow mode. */
export function SlowNote() {
  return (
    <p className="mb-6 flex items-center gap-3 rounded-card border border-line bg-sunken px-4 py-3">
      <MessageSquare aria-hidden className="size-4 shrink-0 text-soft" />
      Slow mode is on: you can comment once a minute.
    </p>
  )
}

export const slowModeChanged = ({ is_slow }: { is_slow: boolean }) => ({
  title: is_slow ? 'Slow mode started' : 'Slow mode ended',
  description: is_slow ? 'Everyone can comment here once a minute.' : 'Everyone can comment again at any time.',
})
export const slowModeFailed = { title: 'Slow mode was not changed', variant: 'error' } as const
