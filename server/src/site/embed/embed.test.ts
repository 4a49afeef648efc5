import { createHash } from 'node:crypto'
import { oldCountsSeconds } from '@wtpu/contract/live'
import { castVote } from '@wtpu/contract/polls/polls'
import { embedCode, frameSize } from '@wtpu/contract/site/on-demand/embed'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { removeContent } from '#features/moderation/on-server.ts'
import { polls } from '#db/schema/polls.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp } from '#testing/test-app.ts'
import { oembedLinks } from './oembed.ts'

const publicUrl = 'https://wtpu.example'
const maxBytes = 30_000

test('a poll can be framed anywhere, with its totals and without cookies', async () => {
  // Without a mail server, nobody answers in the frame.
  await using t = await startTestApp({ publicUrl, isLocal: false })
  const poll = await t.make.poll({ question: 'Is <b> & "it"?', options: ['Yes', '</li><script>alert(1)</script>'] })
  for (let vote = 0; vote < 21; vote++)
    await t.make.vote({ poll, user: await t.make.user(), option: vote < 14 ? 0 : 1 })

  const response = await t.app.inject(`/embed/polls/${poll.id}`)

  expect(response.statusCode).toBe(200)
  expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors \*$/)
  // A page that is isolated shows no frame without it.
  expect(response.headers['cross-origin-embedder-policy']).toBe('require-corp')
  expect(response.headers).not.toHaveProperty('set-cookie')
  expect(response.headers).not.toHaveProperty('x-frame-options')
  expect(response.body).toContain('<h1 id="question" dir="auto">Is &lt;b&gt; &amp; &quot;it&quot;?</h1>')
  expect(response.body).not.toContain('<script>')
  expect(response.body).toContain('<strong>67%</strong>')
  expect(response.body).toContain('<span data-total>21 votes</span> · Ends ')
  // A tap chooses an answer on the site. Nothing is given by it.
  const links = [...response.body.matchAll(/href="([^"]*#embed)"/g)].map(([, link]) => link)
  const results = `${publicUrl}/results/${poll.id}`
  expect(links).toEqual([`${results}#embed`, `${results}?answer=1#embed`, `${results}?answer=2#embed`])
  expect(response.body).toMatch(
    /21 members of WTPU chose to vote so far, counted [^<]* ET\. They are not a sample of the public\./,
  )
  expect(response.body).toContain('<summary>How this poll was taken</summary><dl><dt>Asked by</dt>')
  expect(Buffer.byteLength(response.body)).toBeLessThan(maxBytes)
})

test('an embedded poll says in which language it is', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll({ question: '¿Más parques?', options: ['Sí', 'No'], lang: 'es' })

  const { body } = await t.app.inject(`/embed/polls/${poll.id}`)

  expect(
    [...body.matchAll(/<(?:h1 id="question"|span) lang="es" dir="auto">([^<]*)/g)].map(([, text]) => text),
  ).toEqual(['¿Más parques?', 'Sí', 'No'])
})

test('the longest poll stays within the size limit', async () => {
  await using t = await startTestApp()
  const options = ['a', 'b', 'c', 'd', 'e'].map((name) => name.padEnd(120, '&'))
  const poll = await t.make.poll({ question: '&'.repeat(300), options })
  expect(Buffer.byteLength((await t.app.inject(`/embed/polls/${poll.id}`)).body)).toBeLessThan(maxBytes)
})

test('the policy allows the inline code, and only the totals of open polls are updated', async () => {
  await using t = await startTestApp()
  const open = await t.make.poll()
  const closed = await t.make.poll({ published_at: new Date('2026-01-01'), closes_at: new Date('2026-01-08') })
  const pages = []
  for (const { id } of [open, closed]) pages.push(await t.app.inject(`/embed/polls/${id}`))

  for (const { body, headers } of pages)
    for (const [, name, code = ''] of body.matchAll(/<(style|script)[^>]*>(.*?)<\/\1>/gs)) {
      const hash = createHash('sha256').update(code).digest('base64')
      expect(headers['content-security-policy']).toContain(`${name}-src 'sha256-${hash}'`)
    }
  expect(pages.map(({ body }) => body.includes('data-totals='))).toEqual([true, false])
  expect(pages[1]?.body).toContain('See the results on WTPU')
})

test('a frame is made once for all readers and every few seconds under votes, and at once after a removal', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll()
  const reads = vi.spyOn(t.app.reads, 'run')
  const start = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(start)
  onTestFinished(() => clock.mockRestore())
  const frame = () => t.app.inject(`/embed/polls/${poll.id}`)

  await Promise.all(Array.from({ length: 20 }, frame))
  for (let count = 0; count < 3; count++) {
    await t.as(await t.make.user()).call(castVote, { params: poll, body: { option_id: poll.options[0]!.id } })
    expect((await frame()).body).toContain('<span data-total>0 votes</span>')
  }
  expect(reads).toHaveBeenCalledTimes(1)
  clock.mockReturnValue(start + oldCountsSeconds * 1000)
  const { body, headers } = await frame()
  expect(body).toContain('<span data-total>3 votes</span>')
  expect(reads).toHaveBeenCalledTimes(2)
  const known = { 'if-none-match': String(headers.etag) }
  expect((await t.app.inject({ url: `/embed/polls/${poll.id}`, headers: known })).statusCode).toBe(304)

  await removeContent(t.app, { kind: 'poll', id: poll.id }, { actor: 'Grace', reason: 'spam' })
  expect((await frame()).statusCode).toBe(404)
})

test('the reader chooses the theme unless the page does', async () => {
  await using t = await startTestApp()
  const { id } = await t.make.poll()
  const themes = []
  for (const query of ['', '?theme=light', '?theme=dark', '?theme=x" onload="', '?theme=light&theme=dark']) {
    const { body } = await t.app.inject(`/embed/polls/${id}${query}`)
    themes.push(/<html lang="en" data-theme="([^"]*)">/.exec(body)?.[1])
  }
  expect(themes).toEqual(['auto', 'light', 'dark', 'auto', 'auto'])
})

test('a reader answers in the frame, without scripts, and what was typed survives an error', async () => {
  await using mailbox = await startMailbox()
  await using t = await startTestApp({ publicUrl, isLocal: false, smtpUrl: mailbox.url })
  const poll = await t.make.poll()
  const [yes, no] = poll.options
  const send = (fields: Record<string, string>, id = poll.id) =>
    t.app.inject({
      method: 'POST',
      url: `/embed/polls/${id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const { body } = await t.app.inject(`/embed/polls/${poll.id}`)
  expect(body).toContain(`<form method="post" action="/embed/polls/${poll.id}?theme=auto">`)
  expect(body).toContain(`<input type="radio" name="option" value="${no?.id}" required>`)

  const wrong = await send({ option: String(no?.id), email: '"><b>' })
  expect([wrong.statusCode, wrong.headers['cache-control']]).toEqual([400, 'no-store'])
  expect(wrong.body).toContain('<p id="problem" role="alert">Enter a valid email address.</p>')
  expect(wrong.body).toContain(`value="${no?.id}" required checked>`)
  expect(wrong.body).toContain('value="&quot;&gt;&lt;b&gt;" aria-describedby="problem"')
  expect((await send({ email: 'ada@gmail.com' })).body).toContain('Choose an answer first.')

  const sent = await send({ option: String(yes?.id), email: ' ada@gmail.com ' })
  expect([sent.statusCode, sent.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(sent.headers['content-security-policy']).toContain("form-action 'self' https://wtpu.example")
  expect(sent.body).toContain('We sent a link to <strong>ada@gmail.com</strong>. Your answer is not counted yet')
  await expect.poll(() => mailbox.mails.length).toBe(1)

  // Who is not on the list would learn only from the mail that the answer does not count.
  const ofList = await t.make.poll()
  await t.db.update(polls).set({ audience: 'circle', eligible: 3 }).where(eq(polls.id, ofList.id))
  expect((await t.app.inject(`/embed/polls/${ofList.id}`)).body).not.toContain('<form')

  for (const id of [4711, 'x']) expect((await send({ email: 'ada@gmail.com' }, Number(id))).statusCode).toBe(404)
  await t.db.update(polls).set({ publishedAt: new Date('2026-01-01'), closesAt: new Date('2026-01-08') })
  const closed = await send({ option: String(yes?.id), email: 'ada@gmail.com' })
  expect([closed.statusCode, closed.body.includes('<form')]).toEqual([409, false])
})

test('a poll that is missing or scheduled is a page that says so', async () => {
  await using t = await startTestApp()
  const scheduled = await t.make.poll({ published_at: new Date('2100-01-01'), closes_at: null })
  for (const id of [scheduled.id, 4711, 0, '99999999999', 'x']) {
    const response = await t.app.inject(`/embed/polls/${id}`)
    expect([id, response.statusCode]).toEqual([id, 404])
    expect(response.body).toContain('This poll is not available')
    expect(response.headers['content-security-policy']).toContain('frame-ancestors *')
  }
})

test('oEmbed gives the frame of the poll at an address of the site, and of no other', async () => {
  await using t = await startTestApp({ publicUrl })
  const poll = { ...(await t.make.poll({ question: 'Is "it" <right>?' })), is_closed: false }
  const ask = async (url: string, query = '') =>
    t.app.inject(`/api/oembed?url=${encodeURIComponent(url)}&format=json${query}`)

  const [link] = oembedLinks(publicUrl, { path: '/results/$pollId', params: { pollId: String(poll.id) } })
  expect(link?.attributes['type']).toBe('application/json+oembed')
  expect((await t.app.inject(link?.attributes['href']?.slice(publicUrl.length) ?? '')).json()).toMatchObject({
    type: 'rich',
    title: poll.question,
    html: embedCode(publicUrl, poll),
    ...frameSize(poll),
  })
  expect(embedCode(publicUrl, poll)).toContain(
    `<iframe src="${publicUrl}/embed/polls/${poll.id}" title="Is &quot;it&quot; &lt;right>?" width="100%" height="`,
  )
  for (const path of ['/polls/', '/results/', '/embed/polls/'])
    expect((await ask(`${publicUrl}${path}${poll.id}`)).statusCode, path).toBe(200)
  expect((await ask(`${publicUrl}/polls/${poll.id}`, '&maxwidth=300&maxheight=9999')).json()).toMatchObject({
    width: 300,
    height: frameSize(poll).height,
    html: expect.stringContaining('style="border:0;max-width:300px"'),
  })
  for (const url of [
    `https://other.example/polls/${poll.id}`,
    `${publicUrl}/polls/${poll.id + 1}`,
    `${publicUrl}/forums/${poll.id}`,
    'nonsense',
  ])
    expect((await ask(url)).statusCode, url).toBe(404)
  expect((await ask(`${publicUrl}/polls/${poll.id}`, '&maxheight=200')).json().html).toContain('height="200"')
  expect((await ask(`${publicUrl}/polls/${poll.id}`, '&maxwidth=0')).statusCode).toBe(400)
  const xml = await t.app.inject(`/api/oembed?url=${encodeURIComponent(`${publicUrl}/polls/${poll.id}`)}&format=xml`)
  expect([xml.statusCode, xml.json().code]).toEqual([501, 'format_not_supported'])
})
