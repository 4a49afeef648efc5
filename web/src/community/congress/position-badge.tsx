import { describeRollCall, type AskedRollCall } from '@wtpu/contract/on-demand/roll-call-sentence'
import { positionNames, type ShownPosition } from '@wtpu/contract/roll-calls'
import Check from 'lucide-react/icons/check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Minus from 'lucide-react/icons/minus'
import Vote from 'lucide-react/icons/vote'
import X from 'lucide-react/icons/x'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const styles = {
  yea: { tone: 'good', Icon: Check },
  nay: { tone: 'bad', Icon: X },
  present: { tone: 'warning', Icon: Minus },
  not_voting: { tone: 'warning', Icon: CircleDashed },
  for_winner: { tone: 'neutral', Icon: Vote },
  for_other: { tone: 'neutral', Icon: Vote },
  voted: { tone: 'neutral', Icon: Vote },
} as const satisfies Record<ShownPosition, { tone: BadgeTone; Icon: typeof Check }>

/** Yes is green, No red, votes for a name are neutral, the others yellow, each with an icon and text. */
export function PositionBadge({
  position,
  label = positionNames[position],
}: {
  position: ShownPosition
  label?: string
}) {
  const { tone, Icon } = styles[position]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />} className="sm:whitespace-nowrap">
      {label}
    </Badge>
  )
}

/** A position with its question, and where a yes is against the bill. */
export function PositionSentence({ rollCall, position }: { rollCall: AskedRollCall; position: ShownPosition }) {
  const { about, against } = describeRollCall(rollCall)
  return (
    <span className="wrap-anywhere">
      <PositionBadge position={position} /> {about(position)}
      {against !== null && <span className="text-soft">. {against}</span>}
    </span>
  )
}
