import type { Poll } from '@wtpu/contract/polls/polls'
import { useState } from 'react'
import { useStableList } from '#lib/stable-list.ts'

/** How many polls the dialog shows. */
const shownPolls = 10

/** Polls whose votes have changed since the last response first, then the others, each in the order of that response. */
export function movedFirst(polls: readonly Poll[], totals: ReadonlyMap<number, number>): Poll[] {
  const hasMoved = ({ id, total_votes }: Poll) => totals.get(id) !== total_votes
  return [...polls.filter(hasMoved), ...polls.filter((poll) => !hasMoved(poll))]
}

/** How many polls of `order` have overtaken one that is shown. */
export function countMovedUp(shown: readonly number[], order: readonly number[]): number {
  const isOvertaken = (above: number, place: number) => order.indexOf(above) > place
  return order.filter((id, place) => {
    const before = shown.includes(id) ? shown.slice(0, shown.indexOf(id)) : shown
    return before.some((above) => isOvertaken(above, place))
  }).length
}

const totalsOf = (polls: readonly Poll[]) => new Map(polls.map(({ id, total_votes }) => [id, total_votes]))

/**
 * The polls of the newest response with the counts of the live stream, in an order that does not change while they are read:
 * `moved` says how many have got votes and belong further up, and `showMoved` puts them there. `since` has the votes of each
 * poll when it was first seen.
 */
export function useLiveOrder(polls: readonly Poll[], receivedAt: number) {
  const [seen, setSeen] = useState(() => ({ receivedAt, totals: totalsOf(polls), since: totalsOf(polls) }))
  if (seen.receivedAt !== receivedAt) {
    const totals = totalsOf(polls)
    setSeen({ receivedAt, totals, since: new Map([...totals, ...seen.since]) })
  }
  const order = movedFirst(polls, seen.totals)
  const { items, showWaiting } = useStableList(order, 'wait', { keepRemoved: true })
  const shown = items.slice(0, shownPolls)
  const moved = countMovedUp(
    shown.map(({ id }) => id),
    order.map(({ id }) => id),
  )
  return { shown, moved, showMoved: showWaiting, since: seen.since }
}
