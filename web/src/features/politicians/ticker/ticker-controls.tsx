import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Pause, Play, X, type LucideIcon } from 'lucide-react'
import { classes } from '#lib/classes.ts'

/** Previous and Next, and the Pause button that WCAG 2.2.2 requires for moving content. */
export function TickerControls({
  stopped,
  onToggle,
  onMove,
}: {
  stopped: boolean
  onToggle: () => void
  onMove: (by: 1 | -1) => void
}) {
  return (
    <div className="ml-auto flex shrink-0">
      <IconButton Icon={ChevronLeft} label="Previous update" onClick={() => onMove(-1)} />
      <IconButton
        Icon={stopped ? Play : Pause}
        label={stopped ? 'Resume updates' : 'Pause updates'}
        onClick={onToggle}
      />
      <IconButton Icon={ChevronRight} label="Next update" onClick={() => onMove(1)} />
    </div>
  )
}

export function TickerExpandButton({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  return (
    <IconButton
      Icon={expanded ? ChevronDown : ChevronUp}
      label={expanded ? 'Show less of the ticker' : 'Show more of the ticker'}
      expanded={expanded}
      onClick={onToggle}
    />
  )
}

export function TickerCloseButton({ onClose, className }: { onClose: () => void; className?: string | false }) {
  return <IconButton Icon={X} label="Close the ticker" onClick={onClose} className={className} />
}

function IconButton({
  Icon,
  label,
  expanded,
  onClick,
  className,
}: {
  Icon: LucideIcon
  label: string
  expanded?: boolean
  onClick: () => void
  className?: string | false
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={expanded}
      onClick={onClick}
      className={classes(
        // In pixels, so that large text leaves room for the name.
        'flex size-[44px] shrink-0 items-center justify-center rounded-control text-soft hover:bg-sunken hover:text-ink',
        className,
      )}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}
