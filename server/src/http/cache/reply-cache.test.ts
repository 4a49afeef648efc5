import { castVote, listPolls } from '@wtpu/contract/polls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { ReplyCache } from './reply-cache.ts'

afterEach(() => void vi.useRealTimers())

const list = { seconds: 60, isSearch: false }
const search = { seconds: 60, isSearch: true }

describe('ReplyCache', () => {
  test('one computation serves all who wait, and what started before a change is not kept', async () => {
    const cache = new ReplyCache()
    let release: (text: string) => void = () => undefined
    const slow = vi.fn(() => new Promise<string>((resolve) => (release = resolve)))

    const both = [cache.obtain('/api/polls/', list, slow), cache.obtain('/api/polls/', list, slow)]
    cache.forget('/api/polls/')
    release('before')
    const [one, two] = await Promise.all(both)

    expect(slow).toHaveBeenCalledOnce()
    expect([one?.bytes.toString(), two?.bytes.toString()]).toEqual(['before', 'before'])
    expect(cache.size.entries).toBe(0)
    expect((await cache.obtain('/api/polls/', list, async () => 'after')).bytes.toString()).toBe('after')
    expect((await cache.obtain('/api/polls/', list, slow)).bytes.toString()).toBe('after')
  })

  test('a failed computation is passed to all who wait and not kept', async () => {
    const cache = new ReplyCache()
    const fail = () => Promise.reject(new Error('no database'))

    const outcomes = await Promise.allSettled([cache.obtain('/a', list, fail), cache.obtain('/a', list, fail)])

    expect(outcomes.map((one) => one.status)).toEqual(['rejected', 'rejected'])
    expect((await cache.obtain('/a', list, async () => 'again')).bytes.toString()).toBe('again')
  })

  test('a time rule ends a reply', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const cache = new ReplyCache()
    cache.addUrl(await cache.obtain('/a', { ...list, seconds: 5 }, async () => 'x'), '/a')

    expect(cache.fresh('/a')?.bytes.toString()).toBe('x')
    vi.advanceTimersByTime(5_001)
    expect(cache.fresh('/a')).toBeUndefined()
  })

  test('stays within its bytes, compressed forms and addresses included, and evicts what was used longest ago', async () => {
    const cache = new ReplyCache(1_000_000)
    const keep = async (key: string) => {
      const entry = await cache.obtain(key, list, async () => `${key} ${Math.random()}`.padEnd(50_000, key))
      cache.addUrl(entry, key)
      await cache.compressed(entry, 'br')
      expect(cache.size.bytes).toBeLessThanOrEqual(1_000_000)
    }
    await keep('/hot')
    for (let count = 0; count < 100; count++) {
      await keep(`/${count}`)
      expect(cache.fresh('/hot')).toBeDefined()
    }

    expect(cache.fresh('/0')).toBeUndefined()
    expect(cache.fresh('/99')).toBeDefined()
    expect(cache.size).toMatchObject({ entries: 14, urls: 14 })
    cache.forget('/')
    expect(cache.size).toEqual({ entries: 0, bytes: 0, urls: 0 })
  })

  test('does not keep a reply that is larger than an entry may be', async () => {
    const cache = new ReplyCache()
    await cache.obtain('/a', list, async () => 'x'.repeat(5 * 1024 * 1024))
    expect(cache.size).toEqual({ entries: 0, bytes: 0, urls: 0 })
  })

  test('a flood of searches does not evict lists', async () => {
    const cache = new ReplyCache(1_000_000)
    cache.addUrl(await cache.obtain('/list', list, async () => 'x'.repeat(50_000)), '/list')
    for (let count = 0; count < 200; count++) await cache.obtain(`/?q=${count}`, search, async () => 'x'.repeat(50_000))

    expect(cache.fresh('/list')).toBeDefined()
    expect(cache.size.bytes).toBeLessThanOrEqual(1_000_000)
  })

  test('remembers few ways to write one address', async () => {
    const cache = new ReplyCache()
    const entry = await cache.obtain('/a', list, async () => 'x')
    for (let count = 0; count < 100; count++) cache.addUrl(entry, `/a?${'&'.repeat(count)}`)
    cache.addUrl(entry, `/a?${'&'.repeat(1_000)}`)
    expect(cache.size.urls).toBe(4)
  })
})

describe('a shared reply', () => {
  test('is one entry whatever unknown parameters, order and spelling an address has', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll()
    const get = async (url: string) => expect((await t.app.inject(url)).statusCode, url).toBe(200)

    for (let count = 0; count < 1_000; count++) await get(`/api/polls/?utm=${count}`)
    await get('/api/polls/')
    await get('/api/polls')
    expect(t.app.cache.size).toMatchObject({ entries: 1, urls: 2 })

    for (const query of ['filter=recent&limit=5', 'limit=5&filter=recent', 'limit=05&filter=%72ecent&x=1']) {
      await get(`/api/polls/?${query}`)
    }
    expect(t.app.cache.size.entries).toBe(2)
    for (const id of [poll.id, `0${poll.id}`, `%3${poll.id}`]) await get(`/api/polls/${id}/`)
    expect(t.app.cache.size.entries).toBe(3)
  })

  test('differs where a declared parameter does', async () => {
    await using t = await startTestApp()
    await t.make.poll({ question: 'Apples?' })
    const found = async (q: string) => (await t.call(listPolls, { querystring: { q } })).json().length

    expect([await found('apples'), await found('pears'), await found('apples&limit=1')]).toEqual([1, 0, 0])
    expect((await t.app.inject('/api/polls/?q=apples&q=pears')).statusCode).toBe(400)
  })

  test('answers HEAD from the cache, and neither HEAD nor OPTIONS empties it', async () => {
    await using t = await startTestApp()
    const body = (await t.app.inject('/api/polls/')).body
    const select = vi.spyOn(t.app.db, 'select')

    const head = await t.app.inject({ method: 'HEAD', url: '/api/polls/' })
    await t.app.inject({ method: 'OPTIONS', url: '/api/polls/' })
    await t.app.inject('/api/polls/')

    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(body.length)])
    expect(head.headers.etag).toBeDefined()
    expect(select).not.toHaveBeenCalled()
    expect(t.app.cache.size.entries).toBe(1)
  })

  test('HEAD fills the cache for GET', async () => {
    await using t = await startTestApp()
    expect((await t.app.inject({ method: 'HEAD', url: '/api/polls/' })).statusCode).toBe(200)
    const select = vi.spyOn(t.app.db, 'select')

    expect((await t.app.inject('/api/polls/')).json()).toEqual([])
    expect(select).not.toHaveBeenCalled()
  })

  test('is invalidated by a write before the write is answered', async () => {
    await using t = await startTestApp()
    const [user, poll] = [await t.make.user(), await t.make.poll()]
    await t.app.inject('/api/polls/?x=1')
    await t.as(user).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })

    expect((await t.app.inject('/api/polls/?x=2')).json()[0].total_votes).toBe(1)
  })
})
