/**
 * Does work on the items of one iterable after another. Each turn of the event loop works for about `milliseconds`, so that requests
 * and new connections get their turn in between. The first slice runs at once.
 */
export function workInSlices(milliseconds: number) {
  const waiting: (() => boolean)[] = []
  let isPlanned = false
  function run(): void {
    isPlanned = false
    const end = performance.now() + milliseconds
    while (waiting[0] && performance.now() < end) if (!waiting[0]()) waiting.shift()
    if (waiting.length === 0) return
    isPlanned = true
    setImmediate(run)
  }
  return <Item>(items: Iterable<Item>, work: (item: Item) => void): void => {
    const iterator = items[Symbol.iterator]()
    waiting.push(() => {
      const next = iterator.next()
      if (next.done !== true) work(next.value)
      return next.done !== true
    })
    if (!isPlanned) run()
  }
}
