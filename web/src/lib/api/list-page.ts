/** One row of a reply that is a list, however it is wrapped. */
type Row<Reply> = Reply extends readonly (infer R)[] ? R : Reply extends { results: (infer R)[] } ? R : never

/** One page of a list; `count` and `total` where the endpoint tells them. */
export interface Page<Reply> {
  results: Row<Reply>[]
  next: string | null
  count?: number
  total?: number
}

/** Decision 21: a list may come as a plain array or as `{ results, next }`; `next` may be a cursor or an address. */
export function toListPage<Reply>(reply: Reply): Page<Reply> {
  if (Array.isArray(reply)) return { results: reply, next: null }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract knows no third shape of a list
  const page = reply as Page<Reply>
  return { ...page, results: page.results ?? [], next: cursorIn(page.next) }
}

function cursorIn(next: string | null | undefined): string | null {
  if (!next?.includes('cursor=')) return next || null
  return new URLSearchParams(next.slice(next.indexOf('?') + 1)).get('cursor')
}
