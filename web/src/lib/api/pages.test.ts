import { waitFor } from '@testing-library/react'
import { InfiniteQueryObserver, infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { newTestQueryClient } from '#testing/fake-api.tsx'
import { loadPage } from './pages.ts'

const queryKey = ['numbers']

/** A list of numbers from 0, whose first page is loaded. Each request waits for `response`. */
async function openList() {
  const client = newTestQueryClient()
  const requests: { param: number; respond: () => void; fail: () => void; aborted: () => boolean }[] = []
  const observer = new InfiniteQueryObserver(
    client,
    infiniteQueryOptions<number, Error, InfiniteData<number, number>, string[], number>({
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        new Promise((resolve, reject) => {
          const aborted = () => signal.aborted
          const fail = () => reject(new Error('rejected'))
          requests.push({ param: pageParam, respond: () => resolve(pageParam), fail, aborted })
          signal.addEventListener('abort', () => reject(new Error('aborted')))
        }),
      initialPageParam: 0,
      getNextPageParam: (page) => (page < 3 ? page + 1 : null),
      retry: false,
    }),
  )
  onTestFinished(observer.subscribe(() => undefined))
  const request = (index: number) => waitFor(() => requests[index] ?? Promise.reject(new Error('not requested')))
  const respond = async (index: number) => (await request(index)).respond()
  const load = () => loadPage(observer.getCurrentResult())
  const pages = () => observer.getCurrentResult().data?.pages
  await respond(0)
  await waitFor(() => expect(pages()).toEqual([0]))
  return { client, requests, request, respond, load, pages }
}

test('refetches a list after the page that it is loading', async () => {
  const { client, requests, respond, load, pages } = await openList()
  const loaded = load()
  void client.invalidateQueries({ queryKey })
  void client.invalidateQueries({ queryKey })
  expect(requests[1]?.aborted()).toBe(false)
  await respond(1)
  await loaded
  expect(pages()).toEqual([0, 1])
  await respond(2)
  await respond(3)
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(requests.map(({ param }) => param)).toEqual([0, 1, 0, 1])
})

test('loads a page after the refetch that is running', async () => {
  const { client, requests, respond, load, pages } = await openList()
  void client.invalidateQueries({ queryKey })
  const loaded = load()
  await respond(1)
  await respond(2)
  await loaded
  expect(pages()).toEqual([0, 1])
  expect(requests.map(({ param }) => param)).toEqual([0, 0, 1])
})

test('requests a page again after a change of the list has cancelled it', async () => {
  const { client, respond, load, pages } = await openList()
  const loaded = load()
  await client.cancelQueries({ queryKey })
  await respond(2)
  await loaded
  expect(pages()).toEqual([0, 1])
})

test('loads pages one after the other, and each once', async () => {
  const { respond, requests, load, pages } = await openList()
  const loaded = Promise.all([load(), load()])
  await respond(1)
  await loaded
  expect(pages()).toEqual([0, 1])
  expect(requests).toHaveLength(2)
})

test('rejects if the page cannot be loaded, and loads it on the next call', async () => {
  const { request, respond, load, pages } = await openList()
  const failed = load()
  ;(await request(1)).fail()
  await expect(failed).rejects.toThrow('rejected')
  const loaded = load()
  await respond(2)
  await loaded
  expect(pages()).toEqual([0, 1])
})
