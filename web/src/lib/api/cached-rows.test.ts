import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { addCachedRow, removeCachedRow } from './cached-pages.ts'
import { changeCachedRows, mapRows } from './cached-rows.ts'

interface Row {
  id: number
  likes: number
  replies?: Row[]
}

const queryKey = ['list']
const row = (id: number, ...replies: Row[]): Row => ({ id, likes: 0, replies })

function openList(...pages: Row[][]) {
  const client = new QueryClient()
  client.setQueryData(queryKey, { pages: pages.map((results) => ({ results, next: null })), pageParams: [] })
  const read = () => client.getQueryData<{ pages: { results: Row[]; next: null }[] }>(queryKey)!.pages
  return { client, read, ids: () => read().map(({ results }) => results.map(({ id }) => id)) }
}

test('changes a row at any level, and keeps the other objects and the age of the query', () => {
  const list = openList([row(1, row(2, row(3))), row(7)])
  const [page] = list.read()
  list.client.getQueryCache().find({ queryKey })!.setState({ dataUpdatedAt: 5 })

  changeCachedRows<Row>(
    list.client,
    { queryKey },
    ({ id }) => id === 3,
    ({ likes }) => ({ likes: likes + 4 }),
  )

  const [changed] = list.read()
  expect(changed!.results[0]!.replies![0]!.replies![0]!.likes).toBe(4)
  expect(changed!.results[1]).toBe(page!.results[1])
  expect(list.client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: 5, isInvalidated: false })
})

test('a query that was invalidated stays so', async () => {
  const list = openList([row(1)])
  await list.client.invalidateQueries({ queryKey })

  changeCachedRows<Row>(
    list.client,
    { queryKey },
    () => true,
    () => ({ likes: 1 }),
  )

  expect(list.client.getQueryState(queryKey)).toMatchObject({ isInvalidated: true })
  expect(list.read()[0]!.results[0]!.likes).toBe(1)
})

test('adds a row at the top, once, and removes one; other data stays as it is', () => {
  const list = openList([row(1), row(2)], [row(3), row(2)])
  list.client.setQueryData([...queryKey, 'count'], 5)

  addCachedRow(list.client, { queryKey }, row(2))
  expect(list.ids()).toEqual([[2, 1], [3]])
  removeCachedRow(list.client, { queryKey }, 3)
  expect(list.ids()).toEqual([[2, 1], []])
  expect(list.client.getQueryData([...queryKey, 'count'])).toBe(5)
})

test('mapRows leaves other data as it is', () => {
  const write = vi.fn((data: object) => data)
  for (const data of [undefined, null, 7, 'text', [], { pages: [] }, { poll: 7, option: 8 }]) {
    expect(mapRows(data, write)).toBe(data)
  }
})
