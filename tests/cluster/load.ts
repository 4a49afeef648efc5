import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { castVote } from '@wtpu/contract/polls/polls'
import { createPost, listPosts } from '@wtpu/contract/boiler-room/posts'
import { listDiscussions } from '@wtpu/contract/forums/discussions'
import { liveUrl } from '@wtpu/contract/live'
import sharp from 'sharp'
import type { Db } from '#server/db/client.ts'
import { createTokens } from '#server/http/tokens.ts'
import { type Ballot, makeElection } from '../voters.ts'

const votesPerSecond = 200
const votersCount = 2_000
const pollsCount = 200
const postsPerSecond = 1
const publicReadsPerSecond = 20
const membersReadsPerSecond = 5
const streamsCount = 30
const retryMilliseconds = 500
/** A proxy gives up after a minute, and so do people. */
const maxRequestMilliseconds = 60_000
const addresses = 40

interface Response {
  /** 0: there was none. */
  status: number
  text: string
}

/** Like browsers at many addresses, each with connections of its own. */
const agents = Array.from(
  { length: addresses },
  (_, index) => new http.Agent({ keepAlive: true, maxSockets: 6, localAddress: `127.1.0.${index + 1}` }),
)
const agentOf = (index: number) => agents[index % addresses]

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: Buffer | string
  agent?: http.Agent
}

function send(url: string, { body, ...options }: Sent = {}): Promise<Response> {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const none = () => resolve({ status: 0, text: '' })
  const signal = AbortSignal.timeout(maxRequestMilliseconds)
  const request = http.request(url, { ...options, signal }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    response.on('error', none)
  })
  request.on('error', none)
  request.end(body)
  return promise
}

interface Site {
  url: string
  db: Db
  jwtSecret: string
}

/** Votes, posts, reads and live streams until `stop`. */
export async function startLoad({ url, db, jwtSecret }: Site) {
  const election = await makeElection(db, { voters: votersCount, polls: pollsCount })
  const tokens = createTokens(jwtSecret)
  const image = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#3b6ea5' } })
    .jpeg()
    .toBuffer()
  const acknowledged: Ballot[] = []
  const rejected: Ballot[] = []
  const posts: { id: number; key: string }[] = []
  /** When each write was answered, in milliseconds of `performance.now()`. */
  const answered: number[] = []
  let repeated = 0
  const failedReads: string[] = []
  let slowestRead = 0
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  const voterOf = (number: number) => election.people[number % votersCount]!
  const authorization = (voter: { user: number; sid: string }) =>
    `Bearer ${tokens.signAccess({ user_id: voter.user, sid: voter.sid })}`

  /** Tries again until there is an answer. @returns undefined if the load was stopped before. */
  async function ask(path: string, request: Sent): Promise<Response | undefined> {
    while (!stopping.signal.aborted) {
      const response = await send(url + path, request)
      if (response.status > 0 && response.status < 500) return response
      repeated++
      await sleep(retryMilliseconds)
    }
    return undefined
  }

  async function write(path: string, request: Sent) {
    const response = await ask(path, { method: 'POST', ...request })
    if (response && response.status < 300) answered.push(performance.now())
    return response
  }

  async function vote(number: number): Promise<void> {
    const voter = voterOf(number)
    // The first one is closed: a vote in it is rejected.
    const isRejected = number % 100 === 0
    const poll = election.polls[isRejected ? 0 : 1 + (Math.floor(number / votersCount) % (pollsCount - 1))]!
    const ballot = { poll: poll.id, user: voter.user, option: poll.options[number % poll.options.length]! }
    const response = await write(castVote.url.replace(':id', String(poll.id)), {
      headers: { authorization: authorization(voter), 'content-type': 'application/json' },
      // From the first try on: it changes nothing where no vote is stored.
      body: JSON.stringify({ option_id: ballot.option, is_repetition: true }),
      agent: agentOf(number),
    })
    if (response?.status === 200) acknowledged.push(ballot)
    else if (response?.status === 409) rejected.push(ballot)
  }

  async function post(number: number): Promise<void> {
    const form = new FormData()
    const key = randomUUID()
    form.append('idempotency_key', key)
    form.append('text', `Post ${number} of the load`)
    form.append('media_files', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'image.jpg')
    const encoded = new globalThis.Response(form)
    const response = await write(createPost.url, {
      headers: {
        authorization: authorization(voterOf(number)),
        'content-type': encoded.headers.get('content-type') ?? '',
      },
      body: Buffer.from(await encoded.arrayBuffer()),
      agent: agentOf(number),
    })
    if (response === undefined || response.status >= 300) return
    const { id }: { id: number } = JSON.parse(response.text)
    posts.push({ id, key })
  }

  /** These contain what only this user sees, which the primary knows. */
  const membersLists = [listPosts.url, listDiscussions.url]
  async function readAsMember(number: number): Promise<void> {
    const headers = { authorization: authorization(voterOf(number)) }
    const response = await ask(membersLists[number % membersLists.length]!, { headers, agent: agentOf(number) })
    if (response && response.status !== 200) failedReads.push(`${response.status} of a member`)
  }

  const pages = [
    '/',
    '/polls',
    '/api/polls/',
    `/api/polls/${election.polls[1]!.id}/`,
    '/api/politicians/',
    '/api/search/?q=poll',
    '/feeds/polls.atom',
    `/polls/${election.polls[1]!.id}`,
  ]
  async function read(number: number): Promise<void> {
    const path = pages[number % pages.length]!
    const startedAt = performance.now()
    const { status } = await send(url + path, { agent: agentOf(number) })
    slowestRead = Math.max(slowestRead, performance.now() - startedAt)
    if (status !== 200) failedReads.push(`${status} ${path}`)
  }

  /** Starts work at a fixed rate, whether or not earlier work is done. */
  async function pace(perSecond: number, work: (number: number) => Promise<void>): Promise<void> {
    const startedAt = performance.now()
    for (let number = 0; !stopping.signal.aborted; number++) {
      const task = work(number)
      running.add(task)
      void task.finally(() => running.delete(task))
      const wait = startedAt + ((number + 1) * 1_000) / perSecond - performance.now()
      if (wait > 1) await sleep(wait)
    }
  }

  const streams = openStreams(url)
  const paces = [
    pace(votesPerSecond, vote),
    pace(postsPerSecond, post),
    pace(publicReadsPerSecond, read),
    pace(membersReadsPerSecond, readAsMember),
  ]
  return {
    /** What happened since the last call. */
    take() {
      const figures = {
        longestGap: longestGap(answered),
        repeated,
        failedReads: failedReads.splice(0),
        slowestRead,
        ...streams.takeSilence(),
      }
      answered.splice(0, answered.length - 1)
      repeated = 0
      slowestRead = 0
      return figures
    },
    /** Copies, so that what is answered during an audit does not matter. */
    written: () => ({ acknowledged: [...acknowledged], rejected: [...rejected], posts: [...posts] }),
    async stop() {
      stopping.abort()
      streams.stop()
      await Promise.all([...paces, ...running])
      for (const agent of agents) agent.destroy()
    },
  }
}

function longestGap(times: number[]): number {
  let longest = 0
  const sorted = [...times, performance.now()].toSorted((a, b) => a - b)
  for (const [index, time] of sorted.entries()) longest = Math.max(longest, time - (sorted[index - 1] ?? time))
  return longest
}

/** Live streams that reconnect when they end, at random times within a second, as browsers do. */
function openStreams(url: string) {
  let isRunning = true
  let longest = 0
  const last = Array.from({ length: streamsCount }, () => performance.now())
  const hear = (stream: number) => {
    const now = performance.now()
    longest = Math.max(longest, now - last[stream]!)
    last[stream] = now
  }
  const requests = new Map<number, http.ClientRequest>()
  const open = (stream: number) => {
    if (!isRunning) return
    const request = http.request(url + liveUrl, { agent: false, localAddress: `127.2.0.${stream + 1}` }, (response) => {
      response.on('data', (chunk: Buffer) => chunk.includes('total_votes') && hear(stream))
      response.on('error', () => undefined)
    })
    request.on('error', () => undefined)
    request.on('close', () => void sleep(Math.random() * 1_000).then(() => open(stream)))
    requests.set(stream, request.end())
  }
  for (const stream of last.keys()) open(stream)
  return {
    /** The longest time in which one of them heard nothing: since the last call, and now. */
    takeSilence() {
      const silence = performance.now() - Math.min(...last)
      const longestSilence = Math.max(longest, silence)
      longest = 0
      return { silence, longestSilence }
    },
    stop() {
      isRunning = false
      for (const request of requests.values()) request.destroy()
    },
  }
}
