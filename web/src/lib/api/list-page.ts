/** The row type of a list reply, which is an array or `{ results }`. */
type Row<Reply> = Reply extends readonly (infer R)[] ? R : Reply extends { results: (infer R)[] } ? R : never

/** One page of a list. The optional fields are set if the endpoint sends them. */
export interface ListPage<Reply> {
  results: Row<Reply>[]
  next: string | null
  count?: number
  total?: number
  corrected?: string
}

/** A list reply is an array or `{ results, next }`; `next` is a cursor, or a URL that contains one. */
export function toListPage<Reply>(reply: Reply): ListPage<Reply> {
  if (Array.isArray(reply)) return { results: reply, next: null }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract has only these two list shapes
  const page = reply as ListPage<Reply>
  return { ...page, results: page.results ?? [], next: cursorIn(page.next) }
}

function cursorIn(next: string | null | undefined): string | null {
  if (!next?.includes('cursor=')) return next || null
  return new URLSearchParams(next.slice(next.indexOf('?') + 1)).get('cursor')
}
