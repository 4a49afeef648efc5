import { setTimeout } from 'node:timers/promises'
import { likePost } from '@wtpu/contract/boiler-room/likes'
import { ratePolitician } from '@wtpu/contract/politicians'
import { castVote, listPolls } from '@wtpu/contract/polls/polls'
import { describe, expect, test, vi } from 'vitest'
import type { Db } from '#db/client.ts'
import { removeContent } from '#features/moderation/on-server.ts'
import { flushInvalidations } from '#live/publish.ts'
import { startTestApp } from '#testing/test-app.ts'
import { ResponseCache } from './response-cache.ts'

/** A cache whose computations need no database. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they do not use it
const newCache = (maxBytes?: number) => new ResponseCache({ run: (read) => read({} as Db) }, maxBytes)
const list = { seconds: 60, isSearch: false }
const search = { seconds: 60, isSearch: true }

describe('ResponseCache', () => {
  test('concurrent callers share one computation, and its result is not stored if it is invalidated in the meantime', async () => {
    const cache = newCache()
    let release: (text: string) => void = () => undefined
    const slow = vi.fn(() => new Promise<string>((resolve) => (release = resolve)))

    const both = [cache.getOrCompute('/api/polls/', list, slow), cache.getOrCompute('/api/polls/', list, slow)]
    cache.invalidate('/api/polls/')
    release('before')
    const [first, second] = await Promise.all(both)

    expect(slow).toHaveBeenCalledOnce()
    expect([first?.bytes.toString(), second?.bytes.toString()]).toEqual(['before', 'before'])
    expect(cache.size.entries).toBe(0)
    expect((await cache.getOrCompute('/api/polls/', list, async () => 'after')).bytes.toString()).toBe('after')
    expect((await cache.getOrCompute('/api/polls/', list, slow)).bytes.toString()).toBe('after')
  })

  test('a failed computation rejects all waiting callers and is not stored', async () => {
    const cache = newCache()
    const fail = () => Promise.reject(new Error('no database'))

    const outcomes = await Promise.allSettled([
      cache.getOrCompute('/a', list, fail),
      cache.getOrCompute('/a', list, fail),
    ])

    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
    expect((await cache.getOrCompute('/a', list, async () => 'again')).bytes.toString()).toBe('again')
  })

  test('an entry expires after its time limit', async () => {
    const cache = newCache()
    cache.addUrl('/a', '/a')
    await cache.getOrCompute('/a', { ...list, seconds: 0.02 }, async () => 'x')
    await setTimeout(30)
    expect(cache.findByUrl('/a')).toBeUndefined()
  })

  test('stays within its size limit, including compressed forms and URLs, and evicts the least recently used entries', async () => {
    const cache = newCache(1_000_000)
    const keep = async (key: string) => {
      const entry = await cache.getOrCompute(key, list, async () => `${key} ${Math.random()}`.padEnd(50_000, key))
      cache.addUrl(key, key)
      await cache.compressed(entry, 'br')
      expect(cache.size.bytes).toBeLessThanOrEqual(1_000_000)
    }
    await keep('/hot')
    for (let count = 0; count < 100; count++) {
      await keep(`/${count}`)
      expect(cache.findByUrl('/hot')).toBeDefined()
    }

    expect(cache.findByUrl('/0')).toBeUndefined()
    expect(cache.findByUrl('/99')).toBeDefined()
    expect(cache.size.entries).toBe(7)
    cache.invalidate('/')
    expect(cache.size).toMatchObject({ entries: 0, bytes: 0 })
  })

  test('does not store a response that exceeds the maximum entry size', async () => {
    const cache = newCache()
    await cache.getOrCompute('/a', list, async () => 'x'.repeat(5 * 1024 * 1024))
    expect(cache.size).toEqual({ entries: 0, bytes: 0, urls: 0 })
  })

  test('a flood of searches does not evict lists', async () => {
    const cache = newCache(1_000_000)
    await cache.getOrCompute('/list', list, async () => 'x'.repeat(50_000))
    cache.addUrl('/list', '/list')
    for (let count = 0; count < 200; count++)
      await cache.getOrCompute(`/?q=${count}`, search, async () => 'x'.repeat(50_000))

    expect(cache.findByUrl('/list')).toBeDefined()
    expect(cache.size.bytes).toBeLessThanOrEqual(1_000_000)
  })

  test('remembers a bounded number of spellings', async () => {
    const cache = newCache()
    for (let count = 0; count < 10_000; count++) cache.addUrl(`/a?${count}`, '/a')
    expect(cache.size.urls).toBe(4_000)
    cache.addUrl(`/a?${'&'.repeat(1_000)}`, '/a')
    expect(cache.findByUrl('/a?9999')).toBeUndefined()
    expect(cache.size.urls).toBe(4_000)
  })
})

describe('a shared response', () => {
  test('has one entry for all spellings of a URL, including unknown parameters and parameter order', async () => {
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

  test('differs for each value of a declared parameter', async () => {
    await using t = await startTestApp()
    await t.make.poll({ question: 'Apples?' })
    const found = async (q: string) => (await t.call(listPolls, { querystring: { q } })).json().length

    expect([await found('apples'), await found('pears'), await found('apples&limit=1')]).toEqual([1, 0, 0])
    expect((await t.app.inject('/api/polls/?q=apples&q=pears')).statusCode).toBe(400)
  })

  test('answers HEAD from the cache, which HEAD and OPTIONS do not invalidate', async () => {
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

  test('a HEAD request fills the cache for GET', async () => {
    await using t = await startTestApp()
    expect((await t.app.inject({ method: 'HEAD', url: '/api/polls/' })).statusCode).toBe(200)
    const select = vi.spyOn(t.app.db, 'select')

    expect((await t.app.inject('/api/polls/')).json()).toEqual([])
    expect(select).not.toHaveBeenCalled()
  })

  test('is invalidated before the response to a write is sent', async () => {
    await using t = await startTestApp()
    const [user, poll] = [await t.make.user(), await t.make.poll()]
    await t.app.inject('/api/polls/?x=1')
    await t.as(user).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })

    expect((await t.app.inject('/api/polls/?x=2')).json()[0].total_votes).toBe(1)
  })

  test('of a search, of a feed and of another poll stay in memory after a vote and a rating', async () => {
    await using t = await startTestApp()
    const [user, official] = [await t.make.user(), await t.make.politician()]
    const [voted, other] = [await t.make.poll({ question: 'Apples?' }), await t.make.poll({ question: 'Pears?' })]
    const kept = [`/api/polls/${other.id}/results/`, '/api/search/?q=apples', '/feeds/polls.atom']
    const evicted = [`/api/polls/${voted.id}/results/`, '/api/polls/', '/api/polls/summary/', '/api/politicians/']
    for (const url of [...kept, ...evicted]) expect((await t.app.inject(url)).statusCode, url).toBe(200)
    const wake = vi.spyOn(t.app.notifications, 'wake')

    await t.as(user).call(castVote, { params: { id: voted.id }, body: { option_id: voted.options[0]!.id } })
    await t.as(user).call(ratePolitician, { params: { id: official.id }, body: { type: 'good' } })
    await flushInvalidations(t.db)

    const isComputed = async (url: string) => {
      const { misses } = t.app.cache
      await t.app.inject(url)
      return t.app.cache.misses > misses
    }
    for (const url of evicted) expect(await isComputed(url), url).toBe(true)
    for (const url of kept) expect(await isComputed(url), url).toBe(false)
    expect(wake).not.toHaveBeenCalled()
  })

  test('of a search stays in memory after a like, and not after a removal', async () => {
    await using t = await startTestApp()
    const [ada, post] = [await t.make.user(), await t.make.post({ author: await t.make.user() })]
    const invalidate = vi.spyOn(t.app.cache, 'invalidate')

    await t.as(ada).call(likePost, { params: { id: post.id } })
    await flushInvalidations(t.db)
    expect(invalidate).not.toHaveBeenCalledWith('/api/search/')
    await removeContent(t.app, { kind: 'post', id: post.id }, { actor: 'Grace', reason: 'spam' })
    expect(invalidate).toHaveBeenCalledWith('/api/search/')
  })
})
