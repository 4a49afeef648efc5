import { drawnNumber, inDrawnOrder } from '@wtpu/contract/polls/core/drawn-order'
import type { Poll } from '@wtpu/contract/polls/polls'
import { useState } from 'react'
import { useSession } from '#lib/session/session.ts'

/** The options of a poll as the viewer sees them. What is on the screen stays where it is when the viewer signs in. */
export function useShownOrder({ id, options, visitor_rotation: ofVisitors }: Poll) {
  const session = useSession()
  const [drawn] = useState(session ? session.draw && drawnNumber(session.draw, id) : ofVisitors)
  const rotation = ofVisitors == null ? undefined : (drawn ?? undefined)
  return { rotation, shown: inDrawnOrder(options, rotation) }
}
