import { answerBallot, type Ballot, openBallot } from '@wtpu/contract/circles/on-demand/ballots'
import { changeCircle, createCircle, replaceList } from '@wtpu/contract/circles/on-demand/circles'
import { createPaper, sendPaper } from '@wtpu/contract/circles/on-demand/papers'
import { eq, sql } from 'drizzle-orm'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { revealResults } from '#community/reveal-results.ts'
import { users } from '#db/schema/accounts.ts'
import { findOrCreateVoter } from '#db/voters.ts'
import { publishInvalidation } from '#live/publish.ts'
import { addresses } from '#testing/addresses.ts'
import { established } from '#testing/ago.ts'
import { identify, openStreamWithTicket } from '#testing/live-stream.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { sendForm } from '#testing/send-form.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestApp } from '#testing/test-app.ts'

const voters = 40
const parts = 6
const ofTheVoter = new Set(['/api/polls/my-votes/', '/auth/api/account/data/'])
/** Headers that follow from the text and the times in it. */
const ofTheMoment = new Set(['content-length', 'date', 'etag'])
/** Where results are seen once they are shown. */
const results = ['/api/polls/1/', '/api/polls/1/results/', '/share/polls/1.png']
/** Pages and files know no viewer: only calls look at the token. */
const isForViewers = (address: string) => /^\/(api|auth)\//.test(address)
const page = '<html data-site="{}"><head><!--head--><!--preloads--></head></html>'

type Viewer = [name: string, user: { id: number } | undefined]

/** Without what differs between two sites and between two moments, whatever was chosen: times, keys and tokens, which are random. */
const plain = (text: string) =>
  text
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-]\d\d(:?\d\d)?)/g, 'time')
    .replaceAll(/\d\d?:\d\d [AP]M/g, 'time')
    .replaceAll(/[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}/g, 'random')
    .replaceAll(/(unsubscribe#\d+\.\w+\.)\w+\.[\w-]+/g, '$1random')
    .replaceAll(/#[\w-]{22}\b|[\w-]{32,}/g, 'random')

/** In an order of their own: nothing decides the order of arrival. */
const sorted = (texts: Iterable<string>) => Array.from(texts, plain).toSorted().join('\n')

/**
 * Metrics of times, of memory and of what waits for a moment, and whether a response was still kept, which depends on when a message
 * arrived. All others count.
 */
const measured =
  /^(process_|nodejs_|wtpu_(cache_|request_duration_seconds_(bucket|sum)|disk_free_bytes|database_|outbox_mails|\w+_age_seconds))/
async function readCounted(): Promise<string> {
  // A response is counted once it has been sent.
  await new Promise((resolve) => setImmediate(resolve))
  const lines = (await register.metrics()).split('\n').filter((line) => !line.startsWith('#') && !measured.test(line))
  // Pages request some calls whose responses are not kept.
  const counted = lines.map((line) => (line.includes('method="GET"') ? line.replace(/ \d+$/, ' some') : line))
  return counted.toSorted().join('\n')
}

/**
 * A site with a ballot paper whose results are hidden, and 40 voters. After each answer, visitors and each kind of member in turn read
 * a part of all that can be read, and a visitor and an admin all of it in the end. `shown`: once the results are.
 */
async function hunt(choose: (voter: number, question: number) => number, closesAt: string) {
  // Metrics are of the process. An app adds its own, and a name cannot be added twice.
  const before = new Set(register.getMetricsAsArray().map(({ name }) => name))
  using end = new DisposableStack()
  end.defer(() =>
    register.getMetricsAsArray().forEach(({ name }) => before.has(name) || register.removeSingleMetric(name)),
  )
  register.resetMetrics()
  await using mailbox = await startMailbox()
  const settings = { smtpUrl: mailbox.url, metrics: { port: 0, host: '127.0.0.1' } }
  await using t = await startTestApp(settings, temporaryFolder({ 'index.html': page }).at())
  const make = (name: string, role: 'user' | 'moderator' | 'admin' = 'user') =>
    t.make.user({
      ...established,
      role,
      username: name,
      email: `${name}@club.example`,
      first_name: name,
      last_name: 'Doe',
    })
  const viewers = {
    visitor: undefined,
    member: await make('member'),
    keeper: await make('keeper'),
    voter: await make('voter'),
    moderator: await make('moderator', 'moderator'),
    admin: await make('admin', 'admin'),
  }
  const { member, voter, admin } = viewers
  const voterId = await findOrCreateVoter(t.db, t.app.voterKey('voter@club.example'))
  await t.db.update(users).set({ voterId }).where(eq(users.id, voter.id))
  const official = await t.make.politician({ name: 'Pat Example' })

  const circle = (await t.as(admin).call(createCircle, { body: { name: 'Club' } })).json<{ id: number }>()
  await t.as(admin).call(changeCircle, { params: circle, body: { keepers: ['keeper'] } })
  const emails = ['voter', ...Array.from({ length: voters - 1 }, (_, row) => `row${row}`)].map(
    (name) => `${name}@club.example`,
  )
  const list = Buffer.from(`email,group\n${emails.map((email, row) => `${email},g${row % 3}`).join('\n')}`)
  const url = `/api/admin/circles/${circle.id}/list/`
  await sendForm(t, admin, { ...replaceList, url }, { files: [{ field: 'list', bytes: list }] })
  const questions = ['Secret one?', 'Secret two?'].map((question) => ({ question, options: ['Yes', 'No', 'Not sure'] }))
  const more = { changeable: true, show_turnout: true, closes_at: closesAt }
  const body = { circle: circle.id, title: 'Secret', questions, ...more }
  const paper = (await t.as(admin).call(createPaper, { body })).json<{ id: number }>()
  await t.as(admin).call(sendPaper, { params: paper })
  const tokenOf = (email = '') =>
    mailbox.mails.flatMap(({ to, text }) =>
      to?.[0]?.address === email ? (/\/ballot#([\w-]{22})\b/.exec(text ?? '')?.[1] ?? []) : [],
    )[0] ?? ''
  await expect.poll(() => emails.every(tokenOf), { timeout: 30_000 }).toBe(true)

  using visitorStream = await openStreamWithTicket(t)
  using memberStream = await openStreamWithTicket(t)
  await identify(t, member, memberStream.tickets()[0])
  const [hidden, shown] = [new Map<string, string>(), new Map<string, string>()]
  const keep = (name: string, text: string, read = hidden) => read.set(name, plain(text))
  const open = (index: number) => t.call(openBallot, { body: { token: tokenOf(emails[index]) } })
  const ballot = (await open(0)).json<Ballot>()
  // The calls of circles and papers get the id of the poll, too.
  const id = ballot.questions[0]!.poll
  expect([id, circle.id, paper.id]).toEqual([1, 1, 1])
  const urls = [
    ...addresses(t, id, official.id, voter.id),
    '/',
    '/polls',
    `/polls/${id}`,
    `/results/${id}`,
    '/sitemap.xml',
  ]
  const walk = async (moment: string, [name, user]: Viewer, { some = urls, read = hidden } = {}) => {
    const seen = user ? some.filter(isForViewers) : some
    const headers = user && { authorization: await t.as(user).authorization() }
    for (const address of seen) {
      if (user === voter && ofTheVoter.has(address)) continue
      // oxlint-disable-next-line no-await-in-loop -- in turn, as the counters of the metrics count
      const {
        statusCode,
        headers: sent,
        rawPayload,
      } = await t.app.inject({ url: address, ...(headers && { headers }) })
      const text = rawPayload.toString('latin1')
      const told = Object.entries(sent).map(([header, value]) => (ofTheMoment.has(header) ? header : [header, value]))
      keep(`${moment}, ${name}: ${address}`, `${statusCode} ${JSON.stringify(told)} ${text}`, read)
    }
  }
  const everyone = Object.entries(viewers)

  for (let index = 0; index < voters; index++) {
    const by = index === 0 ? { paper: paper.id } : { token: tokenOf(emails[index]) }
    const answer = async (times: number) => {
      const answers = ballot.questions.map(({ poll, options }, question) => ({
        poll,
        option: options[(choose(index, question) * times) % options.length]!.id,
      }))
      const called = index === 0 ? t.as(voter) : t
      const { statusCode, body: text } = await called.call(answerBallot, { body: { ...by, answers } })
      expect(statusCode).toBe(200)
      keep(`answer ${index}, ${times}`, text)
    }
    await answer(1)
    // Some change their answers, or give the same again.
    if (index % 4 === 0) await answer(2)
    keep(`ballot ${index}`, (await open(index)).body)
    publishInvalidation(t.db, '/api/')
    // After 36 answers, each viewer has read each address.
    const part = Math.floor(index / everyone.length) % parts
    const some = urls.filter((_address, at) => at % parts === part)
    await walk(`after answer ${index + 1}`, everyone[index % everyone.length]!, { some })
    keep(`metrics after answer ${index + 1}`, await readCounted())
  }
  for (const viewer of [everyone[0]!, everyone.at(-1)!]) await walk('in the end', viewer)
  await t.db.execute(sql`update papers set closes_at = now() - interval '1 minute'`)
  await t.db.execute(
    sql`update polls set published_at = now() - interval '1 hour', closes_at = now() - interval '1 minute'`,
  )
  publishInvalidation(t.db, '/api/')
  // Browsers hear of changes once a second.
  const heard = new Promise((resolve) => setTimeout(resolve, 1_500))
  for (const viewer of [everyone[0]!, ...everyone.slice(-2)]) await walk('after the close', viewer)
  await heard
  for (const [name, stream] of Object.entries({ visitorStream, memberStream })) {
    const events = stream.received().split('\n\n')
    keep(name, sorted(new Set(events.filter((event) => !/^event: (ticket|ping)/.test(event)).map(plain))))
  }
  const mails = mailbox.mails.map(({ to, subject, text, html }) => [to?.[0]?.address, subject, text, html].join('\n'))
  keep('mails', sorted(mails))
  const metrics = await register.metrics()
  for (const question of ballot.questions) await t.db.transaction((tx) => revealResults(tx, question.poll))
  publishInvalidation(t.db, '/api/')
  await walk('shown', ['visitor', undefined], { some: results, read: shown })
  return { hidden, shown, metrics }
}

const differences = (one: Map<string, string>, other: Map<string, string>) => {
  expect([...other.keys()]).toEqual([...one.keys()])
  return [...one].flatMap(([name, text]) => (other.get(name) === text ? [] : name))
}

test(
  'nothing that anybody can read depends on what voters chose, until the results are shown',
  { timeout: 600_000 },
  async () => {
    const closesAt = new Date(Date.now() + 86_400_000).toISOString()
    const one = await hunt((voter, question) => (voter % 2 === question ? 1 : 2), closesAt)
    const other = await hunt(() => 0, closesAt)

    // What a line is about is a call, a status or a kind of write, never a poll, an option or a person.
    const lines = one.metrics.split('\n').filter((line) => line.startsWith('wtpu_'))
    const labels = lines.flatMap((line) => [...line.matchAll(/(\w+)="([^"]*)"/g)])
    expect(labels.filter(([, name = '']) => !['le', 'method', 'route', 'status', 'writer'].includes(name))).toEqual([])
    expect(labels.map(([, , value]) => value)).toContain('/api/ballots/')
    expect(labels.filter(([, name, value = '']) => name !== 'le' && name !== 'status' && /\d/.test(value))).toEqual([])
    expect(lines.filter((line) => /Yes|No\b|Not sure/.test(line))).toEqual([])
    expect(one.hidden.size).toBeGreaterThan(1_500)
    expect(differences(one.hidden, other.hidden)).toEqual([])
    // The same walk finds what is shown.
    expect(differences(one.shown, other.shown)).toEqual(results.map((url) => `shown, visitor: ${url}`))
  },
)
