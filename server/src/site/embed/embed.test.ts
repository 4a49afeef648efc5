import { expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'

const publicUrl = 'https://wtpu.example'
const maxBytes = 30_000

test('a poll can be framed anywhere, with its totals and without cookies', async () => {
  await using t = await startTestApp({ publicUrl })
  const poll = await t.make.poll({ question: 'Is <b> & "it"?', options: ['Yes', '</li><script>alert(1)</script>'] })
  for (let vote = 0; vote < 21; vote++)
    await t.make.vote({ poll, user: await t.make.user(), option: vote < 14 ? 0 : 1 })

  const response = await t.app.inject(`/embed/polls/${poll.id}`)

  expect(response.statusCode).toBe(200)
  expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors \*$/)
  expect(response.headers).not.toHaveProperty('set-cookie')
  expect(response.headers).not.toHaveProperty('x-frame-options')
  expect(response.body).toContain('<h1 dir="auto">Is &lt;b&gt; &amp; &quot;it&quot;?</h1>')
  expect(response.body).not.toContain('<script>')
  expect(response.body).toContain('<strong>67%</strong>')
  expect(response.body).toContain('<span data-total>21 votes</span> · Ends ')
  expect(response.body).toContain(`href="${publicUrl}/polls/${poll.id}"`)
  expect(response.body).toMatch(
    /21 people on WTPU chose to vote so far, counted [^<]* ET\. They are not a sample of the public\./,
  )
  expect(response.body).toContain('<summary>How this poll was taken</summary><dl><dt>Asked by</dt>')
  expect(Buffer.byteLength(response.body)).toBeLessThan(maxBytes)
})

test('the longest poll stays within the size limit', async () => {
  await using t = await startTestApp()
  const options = ['a', 'b', 'c', 'd', 'e'].map((name) => name.padEnd(120, '&'))
  const poll = await t.make.poll({ question: '&'.repeat(300), options })
  expect(Buffer.byteLength((await t.app.inject(`/embed/polls/${poll.id}`)).body)).toBeLessThan(maxBytes)
})

test('a nonce is used once, and its script runs only in polls that are open', async () => {
  await using t = await startTestApp()
  const open = await t.make.poll()
  const closed = await t.make.poll({ published_at: new Date('2026-01-01'), closes_at: new Date('2026-01-08') })
  const bodies = []
  for (const { id } of [open, open, closed]) bodies.push((await t.app.inject(`/embed/polls/${id}`)).body)

  const nonces = bodies.map((body) => /<style nonce="([^"]+)"/.exec(body)?.[1])
  expect(new Set(nonces).size).toBe(3)
  expect(bodies.map((body) => body.includes('<script'))).toEqual([true, true, false])
  expect(bodies[2]).toContain('See the results on WTPU')
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
