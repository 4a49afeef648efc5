import type { Ballot } from '@wtpu/contract/circles/on-demand/ballots'
import { addToKit, createPaper, deletePaper, type Paper, removeFromKit } from '@wtpu/contract/circles/on-demand/papers'
import { changeSiteParts } from '@wtpu/contract/site/on-demand/part-facts'
import { site } from '@wtpu/contract/site/name'
import { expect, onTestFinished, test } from 'vitest'
import { unusedMedia } from '#db/schema/media.ts'
import { type CircleSite, startCircle, threePeople } from '#testing/circle-site.ts'
import { sendForm } from '#testing/send-form.ts'

const link = { label: 'The budget', url: 'https://club.example/budget' }

const addFile = (t: CircleSite, { id }: { id: number }, file?: { bytes: Buffer; name?: string }, label = 'The plan') =>
  sendForm(
    t,
    t.admin,
    { ...addToKit, url: `/api/admin/papers/${id}/kit/` },
    { text: { label }, files: file ? [{ field: 'file', ...file }] : [] },
  )

const pdf = (text = '') => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)

test('a draft has files to read, which each ballot shows among its links, and which are saved instead of shown', async () => {
  await using t = await startCircle()
  await t.list(threePeople)
  const paper = await t.draft({ kit: [link] })
  const add = async (bytes: Buffer | undefined, label = 'The plan', to = paper) =>
    addFile(t, to, bytes && { bytes }, label)
  for (const [bytes, field, sentence] of [
    [Buffer.from('<html></html>'), 'file', 'This is not a PDF. Please choose a PDF.'],
    [pdf().subarray(0, 12), 'file', 'This PDF is incomplete. Please save it again.'],
    [Buffer.alloc(0), 'file', 'This file is empty.'],
    [undefined, 'file', 'Choose a PDF.'],
    [pdf('x'.repeat(10 * 1024 * 1024)), 'file', 'A file can have at most 10 MB.'],
  ] as const) {
    const response = await add(bytes)
    expect([response.statusCode, response.json().fields]).toEqual([400, { [field]: [sentence] }])
  }
  expect((await add(pdf(), ' ')).json().fields).toEqual({ label: ['A text is required.'] })
  expect(await t.db.$count(unusedMedia)).toBe(0)

  const { kit } = (await add(pdf())).json<Paper>()
  const url = kit[1]?.url ?? ''
  expect(kit).toEqual([link, { label: 'The plan', url: expect.stringMatching(/^\/media\/kits\/[\w-]+\.pdf$/) }])
  const served = await t.app.inject(url)
  expect([served.statusCode, served.headers['content-type'], served.rawPayload]).toEqual([
    200,
    'application/pdf',
    pdf(),
  ])
  expect(served.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.pdf"$/)
  expect(served.headers['content-security-policy']).toBe("default-src 'none'; sandbox")

  const other = (await add(pdf('other'), 'Another')).json<Paper>().kit[2]?.url ?? ''
  await t.as(t.admin).call(removeFromKit, { params: paper, querystring: { url: other } })
  expect((await t.app.inject(other)).statusCode).toBe(404)
  await t.send(paper)
  const opened = (await t.open({ token: await t.tokenOf('ada@a.example') })).json<Ballot>()
  expect(opened.kit.toSorted((a, b) => a.label.localeCompare(b.label))).toEqual(kit)
  expect((await add(pdf())).json()).toMatchObject({ code: 'paper_sent' })

  const draft = await t.draft({ kit: Array.from({ length: 9 }, (_, n) => ({ ...link, url: `${link.url}/${n}` })) })
  const tenth = (await add(pdf(), 'Tenth', draft)).json<Paper>().kit[9]?.url ?? ''
  expect((await add(pdf(), 'One more', draft)).json().fields).toEqual({
    file: ['A ballot paper can have at most 10 links and files.'],
  })
  await t.as(t.admin).call(deletePaper, { params: draft })
  expect((await t.app.inject(tenth)).statusCode).toBe(404)
  expect((await t.app.inject(url)).statusCode).toBe(200)
  expect(await t.db.$count(unusedMedia)).toBe(0)
})

test('a PDF that is also something else, has scripts or is encrypted is saved by browsers, and runs nothing here', async () => {
  await using t = await startCircle()
  const paper = await t.draft()
  const html = '<!doctype html><script>document.title = document.cookie</script>'
  for (const bytes of [
    pdf(html),
    Buffer.concat([pdf(), Buffer.from(`<!--${html}`)]),
    Buffer.concat([pdf(), Buffer.from('PK\x03\x04 an archive')]),
    pdf('1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj'),
    pdf('trailer << /Encrypt 5 0 R >>'),
  ]) {
    const { kit } = (await addFile(t, paper, { bytes, name: 'plan.html' })).json<Paper>()
    const served = await t.app.inject(kit.at(-1)?.url ?? '')
    expect(served.rawPayload).toEqual(bytes)
    expect(served.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="[0-9a-f-]{36}\.pdf"$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
  }
  for (const bytes of [
    Buffer.concat([Buffer.alloc(1_100, ' '), pdf()]),
    Buffer.concat([Buffer.from(html), pdf()]),
    Buffer.concat([Buffer.from('PK\x03\x04'), pdf()]),
    Buffer.from('MZ an application %PDF-1.7 %%EOF'),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf()]),
  ])
    expect((await addFile(t, paper, { bytes })).json().fields).toEqual({
      file: ['This is not a PDF. Please choose a PDF.'],
    })
})

test('where only members read, a ballot opens its files by signatures, with which they are removed, too', async () => {
  await using t = await startCircle()
  await t.list(threePeople)
  const [paper, draft] = [await t.draft(), await t.draft()]
  for (const to of [paper, draft]) await addFile(t, to, { bytes: pdf() })
  await t.send(paper)
  onTestFinished(() => void (site.forVisitors = undefined))
  const body = { off: [], reading: 'members' as const, ratings_closed: null, version: 0, reason: 'For members.' }
  await t.as(t.admin).call(changeSiteParts, { body })
  const opened = (await t.open({ token: await t.tokenOf('ada@a.example') })).json<Ballot>()
  const url = opened.kit[0]?.url ?? ''
  const found = [url, url.split('?')[0] ?? ''].map(async (address) => (await t.app.inject(address)).statusCode)
  expect(await Promise.all(found)).toEqual([200, 404])

  const shown = (await t.paperOf(draft)).kit[0]?.url ?? ''
  expect(shown).toContain('signature=')
  await t.as(t.admin).call(removeFromKit, { params: draft, querystring: { url: shown } })
  expect((await t.paperOf(draft)).kit).toEqual([])
  expect((await t.app.inject(shown)).statusCode).toBe(404)
})

test.each([
  ['a quote', 'plan".pdf'],
  ['a line break', 'plan\r\nContent-Length: 0\r\n\r\n.pdf'],
  ['a change of direction', 'plan\u202Efdp.exe'],
  ['an emoji', '🗳️.pdf'],
  ['300 characters', `${'x'.repeat(300)}.pdf`],
  ['another ending', 'plan.pdf.exe'],
])('a file whose name has %s gets a name of ours', async (_, name) => {
  await using t = await startCircle()
  const paper = await t.draft()
  const { kit } = (await addFile(t, paper, { bytes: pdf(), name })).json<Paper>()
  expect(kit).toEqual([{ label: 'The plan', url: expect.stringMatching(/^\/media\/kits\/[0-9a-f-]{36}\.pdf$/) }])
})

test.each(['../../plan.pdf', '/etc/plan.pdf', 'C:\\plan.pdf'])('a file cannot be named “%s”', async (name) => {
  await using t = await startCircle()
  const paper = await t.draft()
  const response = await addFile(t, paper, { bytes: pdf(), name })
  expect(response.json().fields).toEqual({ file: ['The name of the file is not valid.'] })
  expect(await t.db.$count(unusedMedia)).toBe(0)
})

test.each([
  ['https://club.example/plan', 'at most 120 characters', 'x'.repeat(121)],
  ['javascript:alert(1)', 'without a user name'],
  ['https://club.example@other.example/', 'without a user name'],
  [link.url, 'have the same address'],
])('a kit takes no link to %s beside another link', async (url, problem, label = 'The plan') => {
  await using t = await startCircle()
  const response = await t.as(t.admin).call(createPaper, {
    body: {
      circle: t.circle.id,
      title: 'Dues',
      questions: [{ question: 'Raise the dues?', options: ['Yes', 'No'] }],
      kit: [link, { label, url }],
      closes_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  expect([response.statusCode, response.json().fields]).toEqual([400, { kit: [expect.stringContaining(problem)] }])
})
