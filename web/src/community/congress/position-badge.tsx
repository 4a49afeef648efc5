import { positionNames, type Position } from '@wtpu/contract/roll-calls'
import { Check, CircleDashed, Minus, X } from 'lucide-react'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const styles = {
  yea: { tone: 'good', Icon: Check },
  nay: { tone: 'bad', Icon: X },
  present: { tone: 'warning', Icon: Minus },
  not_voting: { tone: 'warning', Icon: CircleDashed },
} as const satisfies Record<Position, { tone: BadgeTone; Icon: typeof Check }>

/** Yes is green, No red, the others are yellow, each with an icon and text. */
export function PositionBadge({ position, label = positionNames[position] }: { position: Position; label?: string }) {
  const { tone, Icon } = styles[position]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />} className="whitespace-nowrap">
      {label}
    </Badge>
  )
}
