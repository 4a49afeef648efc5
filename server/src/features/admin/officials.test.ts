import { getSiteState } from '@wtpu/contract/on-demand/admin'
import { listModerationLog } from '@wtpu/contract/moderation/cases'
import { getPolitician, listFilterOptions, listPoliticians } from '@wtpu/contract/politicians'
import { listPolls } from '@wtpu/contract/polls/polls'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { site as shown } from '@wtpu/contract/site/name'
import { searchSite } from '@wtpu/contract/site/search'
import {
  exampleOfOwnList,
  getOfficials,
  importOfficials,
  stopImport,
  officialFiles,
  type OfficialsReport,
  type OfficialsState,
} from '@wtpu/contract/site/officials'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { asc, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { politicians } from '#db/schema/politicians.ts'
import { site } from '#db/schema/site.ts'
import { governor, legislator } from '#testing/officials-files.ts'
import { sendForm } from '#testing/send-form.ts'
import { congressUrl } from '#imports/congress.ts'
import { importOfficials as importOwn } from '#imports/officials.ts'
import { findPublicHead } from '#site/public-head.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTestDatabase } from '#testing/test-database.ts'

type Field = keyof typeof officialFiles

const ada = JSON.stringify([legislator('A000001', 'Ada Ashgrove', { end: '2999-01-03' })])
const inOffice = { end: "'2999-01-01'" }

async function startSite() {
  const t = await startTestApp()
  const admin = await t.make.user({ role: 'admin' })
  type Files = [field: Field, name: string, content: string | Buffer][]
  const send = (files: Files, { checksum, by = admin }: { checksum?: string; by?: { id: number } } = {}) =>
    sendForm(t, by, importOfficials, {
      text: {
        from: files.length > 0 ? 'files' : 'network',
        names: files.map(([, name]) => name).join('/'),
        ...(checksum !== undefined && { checksum }),
      },
      files: files.map(([field, name, content]) => ({ field, name, bytes: Buffer.from(content) })),
    })
  const check = async (files: Files) => {
    const response = await send(files)
    expect([response.statusCode, response.json().detail]).toEqual([200, undefined])
    return response.json<OfficialsReport>()
  }
  const importAll = async (files: Files) => send(files, { checksum: (await check(files)).checksum })
  const names = async () => {
    const rows = await t.db.select().from(politicians).orderBy(asc(politicians.sortName))
    return rows.map(({ name, retiredAt }) => (retiredAt ? `${name} (ended)` : name))
  }
  const state = async () => (await t.as(admin).call(getOfficials, {})).json<OfficialsState>()
  return { ...t, admin, send, check, importAll, names, state }
}

const own = (content: string): [Field, string, string] => ['own', 'harbor.csv', content]
const csv = (...rows: string[]) => own(`name,office,place,party,contact\n${rows.join('\n')}\n`)

test('a check of an own list changes nothing, and the import makes exactly these changes', async () => {
  await using t = await startSite()
  const example = own(exampleOfOwnList.replaceAll(/https:\S+\.jpg/g, ''))
  const { is_imported, sources, checksum } = await t.check([example])
  expect(is_imported).toBe(false)
  expect(sources).toMatchObject([
    { source: 'own', added: ['Ada Ashgrove', 'Ben Birchmere', 'Cy Cedar'], updated: [], unchanged: 0, ended: [] },
  ])
  expect(await t.names()).toEqual([])
  expect(await t.state()).toMatchObject({ running: null, last_import: null, in_office: [] })

  const imported = (await t.send([example], { checksum })).json<OfficialsReport>()
  expect(imported).toEqual({ is_imported: true, sources, checksum, states_without_governor: null })
  expect(await t.state()).toMatchObject({ last_import: expect.any(String), in_office: [{ source: 'own', count: 3 }] })
  const log = (await t.call(listModerationLog, { querystring: {} })).json()
  expect(log.results[0]).toMatchObject({
    action: 'import',
    sentence: 'Officials were imported: 3 added, 0 changed, 0 ended.',
  })

  const { results } = (await t.call(listPoliticians, { querystring: { office: 'mayor', limit: 5 } })).json()
  expect(results).toEqual([])
  const found = (await t.call(listPoliticians, { querystring: { office: 'Mayor', state: 'Harbor City' } })).json()
  expect(found).toMatchObject([
    { name: 'Ada Ashgrove', party: 'D', office: 'Mayor', state: 'Harbor City', email: 'mayor@harbor.example' },
  ])
  const { states, offices } = (await t.call(listFilterOptions, {})).json()
  expect(states).toEqual([
    { code: 'OH', name: 'Ohio' },
    { code: 'Harbor City', name: 'Harbor City' },
  ])
  expect(offices.map(({ name }: { name: string }) => name)).toEqual(['Council, District 2', 'Mayor', 'School board'])
})

test('the site knows whether all its officials are of its own place, from one import to the next', async () => {
  await using t = await startSite()
  expect(shown.local).toBeUndefined()
  await t.importAll([own(exampleOfOwnList.replaceAll(/https:\S+\.jpg/g, ''))])
  await expect.poll(() => shown.local).toBe(true)
  await t.importAll([['congress', 'legislators.json', ada]])
  await expect.poll(() => shown.local).toBeUndefined()
})

test('an official without a party has none anywhere, and a name never reorders the text around it', async () => {
  await using t = await startSite()
  // With empty rows, as spreadsheets save them.
  const files = [csv('Ann\u202E Lee,Council,Harbor City,,', ',,,,', '  ')]
  const { sources } = await t.check(files)
  expect(sources).toMatchObject([{ added: ['Ann Lee'], notes: ['Ann Lee: without a party'] }])
  await t.importAll(files)
  const [ann] = (await t.call(listPoliticians, { querystring: { state: 'Harbor City' } })).json()
  expect(ann).toMatchObject({ name: 'Ann Lee', party: null })

  const { id: politicianId } = ann
  await t.make.poll({ question: 'A new bridge?', politician: politicianId })
  const get = async (call: Promise<{ json(): unknown }>) => (await call).json()
  expect(await get(t.call(getPolitician, { params: { id: politicianId } }))).toMatchObject({ party: null })
  expect(await get(t.call(listPoliticians, { querystring: { party: 'I' } }))).toEqual([])
  expect(await get(t.call(listFilterOptions, {}))).toMatchObject({ parties: [] })
  expect(await get(t.call(searchSite, { querystring: { q: 'ann lee' } }))).toMatchObject({
    officials: { results: [{ party: null }] },
  })
  expect(await get(t.call(listPolls, { querystring: {} }))).toMatchObject([{ politician: { party: null } }])
  const page = pages.find(({ path }) => path === '/politicians/$politicianId')!
  const params = { politicianId: String(politicianId) }
  expect(await findPublicHead(t.app, { page, params }, new URLSearchParams())).toMatchObject({
    description: expect.stringMatching(/^Ann Lee, Council for Harbor City: ratings/),
  })
})

test.each<[what: string, file: string, names: string[], notes?: RegExp]>([
  [
    'suffixes',
    'C Cedar,Clerk,OH,D,\n"Bo Birch, Jr.",Clerk,OH,D,\nA Ash III,Clerk,OH,D,',
    ['A Ash III', 'Bo Birch, Jr.', 'C Cedar'],
  ],
  [
    'names that begin with the last one',
    '"Cedar, Al",X,OH,D,\n"Ash, Zoe, MD",X,OH,D,\nBo Birch,X,OH,D,',
    ['Ash, Zoe, MD', 'Bo Birch', 'Cedar, Al'],
  ],
  ['nicknames behind the name', 'Al Cedar,X,OH,D,\nBo Birch (Zed),X,OH,D,', ['Bo Birch (Zed)', 'Al Cedar']],
  ['a suffix alone', 'Jr.,X,OH,D,', ['Jr.']],
  [
    'two people of one name',
    'Jo Smith,"Council, District 1",OH,D,\nJo Smith,"Council, District 7",OH,R,',
    ['Jo Smith', 'Jo Smith'],
    /^Lines 2, 3 have the name and place/,
  ],
  [
    'a row twice',
    'Jo Smith,Clerk,OH,D,\nJo Smith,Clerk,OH,R,',
    ['Jo Smith'],
    /^Line 3 was left out, because line 2 has the same name, place and office/,
  ],
  ['vacant seats', 'Jo Smith,Clerk,OH,D,\nVacant,Mayor,OH,,\n(VACANT),Judge,OH,,', ['Jo Smith']],
  ['a short row', 'Jo Smith,Clerk,OH', ['Jo Smith'], /without a party/],
  [
    'surplus empty cells',
    'Jo Smith,Clerk,OH,D,,,,\nAl Birch,Judge,OH,Nonpartisan,,,,',
    ['Al Birch', 'Jo Smith'],
    /^Al Birch: “Nonpartisan” is shown as no party$/,
  ],
  [
    'mixed line ends',
    'Jo Smith,Clerk,OH,D,\r\nAl Cedar,Clerk,OH,D,\rBo Birch,Clerk,OH,D,',
    ['Bo Birch', 'Al Cedar', 'Jo Smith'],
  ],
  [
    'a contact that is none',
    'Jo Smith,Clerk,OH,D,call me',
    ['Jo Smith'],
    /“call me” is no email address, web address or phone number, and was left out/,
  ],
])('imports %s', async (_what, rows, names, notes) => {
  await using t = await startSite()
  const { sources } = await t.check([csv(rows)])
  await t.importAll([csv(rows)])
  expect(await t.names()).toEqual(names)
  expect(sources[0]?.notes.join('\n')).toMatch(notes ?? /^$/)
})

test.each([
  ['\u202A(555) 010-0199\u202C', '', '(555) 010-0199'],
  ['555\u2011010\u20110199', '', '555-010-0199'],
  ['tel: +1 555 010 0199 ext. 12', '', '+1 555 010 0199 ext. 12'],
  ['\u200Bclerk@harbor.example\uFEFF', 'clerk@harbor.example', ''],
  ['mailto:clerk@harbor.example; (555) 010-0199', 'clerk@harbor.example', '(555) 010-0199'],
  ['https://harbor.example/form', 'https://harbor.example/form', ''],
])('reads the contact %j', async (text, email, phone) => {
  await using t = await startTestDatabase()
  const head = '"Name\n",office,place,party,contact,"notes\non paper"'
  const file = temporaryFolder({ 'own.csv': `${head}\r\nAnn Lee,Clerk,OH,D,${text}\r\n` }).at('own.csv')
  await importOwn(t.db, { own: file })
  expect(await t.db.select().from(politicians)).toMatchObject([{ email, phoneNumber: phone }])
})

test('an id, and else name, place and office, finds an official again', async () => {
  await using t = await startSite()
  const withIds = (...rows: string[]) => own(`name,office,place,party,contact,photo,id\n${rows.join('\n')}\n`)
  const rated = async () => {
    const rows = await t.db.select().from(politicians).orderBy(asc(politicians.id))
    return rows.map(({ id, name, office, retiredAt }) => [id, name, office, retiredAt === null])
  }
  await t.importAll([csv('Jo Smith,Council 1,Harbor,D,', 'Bo Birsch,Clerk,Harbor,D,')])
  const [[jo], [bo]] = (await rated()) as [[number], [number]]

  // The other of the same name is new; the one who was there stays.
  await t.importAll([csv('Jo Smith,Council 7,Harbor,R,', 'Jo Smith,Council 1,Harbor,D,', 'Bo Birsch,Clerk,Harbor,D,')])
  expect((await rated())[0]).toEqual([jo, 'Jo Smith', 'Council 1', true])
  expect(await rated()).toHaveLength(3)

  // A corrected name is a question, and the page's address the answer.
  const corrected = await t.check([csv('Jo Smith,Council 1,Harbor,D,', 'Bo Birch,Clerk,Harbor,D,')])
  expect(corrected.sources[0]?.notes).toEqual([
    `Is Bo Birch (Clerk) the same person as Bo Birsch (Clerk), whose page would end? If so, write /politicians/${bo} into the column id, and the page keeps its ratings.`,
  ])
  await t.importAll([
    withIds('Jo Smith,Council 1,Harbor,D,,,7', `Bo Birch,Clerk,Harbor,D,,,https://wtpu.example/politicians/${bo}`),
  ])
  expect((await rated()).filter(([, , , isInOffice]) => isInOffice)).toEqual([
    [jo, 'Jo Smith', 'Council 1', true],
    [bo, 'Bo Birch', 'Clerk', true],
  ])

  // The id of the list finds a person with another name and two offices; without ids again, the name does.
  await t.importAll([
    withIds('Jo Smythe,Council 1,Harbor,D,,,7', 'Jo Smythe,Mayor,Harbor,D,,,7', 'Bo Birch,Clerk,Harbor,D,'),
  ])
  expect((await rated())[0]).toEqual([jo, 'Jo Smythe', 'Council 1 and Mayor', true])
  await t.importAll([csv('Jo Smythe,Mayor,Harbor,D,', 'Bo Birch,Clerk,Harbor,D,')])
  expect((await rated()).filter(([, , , isInOffice]) => isInOffice)).toEqual([
    [jo, 'Jo Smythe', 'Mayor', true],
    [bo, 'Bo Birch', 'Clerk', true],
  ])
})

test('an own list that is imported again changes an office, ends a term and leaves other sources alone', async () => {
  await using t = await startSite()
  await t.importAll([['congress', 'congress.json', ada]])
  await t.importAll([csv('Ben Birchmere,Council,Harbor City,R,', 'Cy Cedar,Clerk,OH,I,')])

  const { sources } = await t.check([csv('Ben Birchmere,Mayor,Harbor City,R,')])
  expect(sources).toMatchObject([
    { source: 'own', added: [], updated: ['Ben Birchmere'], unchanged: 0, ended: ['Cy Cedar'] },
  ])
  await t.importAll([csv('Ben Birchmere,Mayor,Harbor City,R,')])
  expect(await t.names()).toEqual(['Ada Ashgrove', 'Ben Birchmere', 'Cy Cedar (ended)'])
})

test.each([
  ['name,office,place,party\nA,B,C,D', 'harbor.csv, line 1 has no column contact.'],
  [
    'name,office,place,party,contact\n"A,B',
    'harbor.csv, line 2, column 1 (name) is not valid CSV: a quote is never closed.',
  ],
  ['name,office,place,party,contact\n', 'harbor.csv has no officials.'],
  ['name,office,place,party,contact\nA B,Mayor,OH,D,\nC D,,OH,D,', 'harbor.csv, line 3, column 2 (office) is empty.'],
  ['name,office,place,party,contact\n\u202E\u200B,Mayor,OH,D,', 'line 2, column 1 (name) is empty.'],
  [
    'name,office,place,party,contact\nA "Bob" B,Mayor,OH,D,',
    'harbor.csv, line 2, column 1 is not valid CSV: a quote is inside a value. Put the whole value in quotes',
  ],
  [
    'name,office,place,party,contact\nA B,Council, District 2,OH,D,',
    'harbor.csv, line 2 is not valid CSV: it has 6 values, but the first line 5. Put values with a comma in quotes',
  ],
  ['PK\u0003\u0004\u0014', 'harbor.csv is no Excel file that can be read. In Excel, save it as “CSV UTF-8”.'],
  [
    'name,office,place,party,contact,id\nA B,Mayor,OH,D,,7\nC D,Clerk,Ohio,R,,7',
    'line 3, column 6 (id) is "7" as in line 2, where it is another person.',
  ],
  [`name,office,place,party,contact\nA B,${'M'.repeat(61)},OH,D,`, 'column 2 (office) is longer than 60 characters.'],
  [
    'A B,Mayor,OH,D,',
    'has no column name, office, place, party, contact. Name the columns in the first line, with commas between them.',
  ],
  ['sep=;\r\nname;office;place;party;contact\r\nA;;C;D;', 'line 3, column 2 (office) is empty.'],
  ['name,office,place,party,contact\nA B', 'line 2, column 2 (office) is empty.'],
  ['Name,OFFICE,place,Party,contact\nA B,,OH,D,', 'line 2, column 2 (office) is empty.'],
  ['name,office,place,party,contact\nJos\uFFFD,Mayor,OH,D,', 'line 2, column 1 (name) has letters that are not UTF-8.'],
  ['name,office,place,party,contact\nA\0B,Mayor,OH,D,', 'line 2, column 1 (name) contains characters that cannot be'],
])('says what is wrong with %j, and changes nothing', async (content, message) => {
  await using t = await startSite()
  const response = await t.send([['congress', 'congress.json', ada], own(content)], { checksum: 'any' })
  expect([response.statusCode, response.json().code]).toEqual([400, 'import_failed'])
  expect(response.json().detail).toContain(message)
  expect(response.json().detail).toMatch(/ Nothing was changed\.$/)
  expect(await t.names()).toEqual([])
  expect((await t.state()).running).toBeNull()
})

test('an import after other changes than the check showed is rejected, so a second press does no harm', async () => {
  await using t = await startSite()
  const files = [csv('Ben Birchmere,Council,Harbor City,R,')]
  const { checksum } = await t.check(files)
  expect((await t.send(files, { checksum })).statusCode).toBe(200)
  const again = await t.send(files, { checksum })
  expect([again.statusCode, again.json().code]).toEqual([409, 'check_again'])
  expect(await t.names()).toEqual(['Ben Birchmere'])
})

test('one import runs at a time, and the claim of a server that stopped ends', async () => {
  await using t = await startSite()
  const other = await t.make.user({ role: 'admin' })
  const files = [csv('Ben Birchmere,Council,Harbor City,R,')]
  const { checksum } = await t.check(files)
  const outcomes = await Promise.all([t.send(files, { checksum }), t.send(files, { checksum, by: other })])
  expect(outcomes.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409'])

  await t.db.update(site).set({ importAt: new Date(Date.now() - 60_000), importLine: 'Reading Congress' })
  expect((await t.send(files)).json()).toMatchObject({ code: 'import_running' })
  expect((await t.state()).running).toBe('Reading Congress')
  await t.db.update(site).set({ importAt: new Date(Date.now() - 121_000) })
  expect((await t.state()).running).toBeNull()
  expect((await t.send(files)).statusCode).toBe(200)
})

test('an admin stops an import on any server, and it changes nothing', async () => {
  await using t = await startSite()
  const other = await t.make.user({ role: 'admin' })
  await using server = await startTestApp({}, undefined, t.url)
  const stop = () => server.as(other).call(stopImport, {})
  expect((await stop()).json()).toMatchObject({ code: 'import_ended' })
  const files: [Field, string, string][] = [['congress', 'congress.json', ada]]
  const { checksum } = await t.check(files)

  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = t.db.transaction(async (tx) => {
    await tx.execute(sql`lock table politicians in share mode`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const importing = t.send(files, { checksum })
  await expect
    .poll(async () => (await t.state()).running)
    .toMatch(/^Reading Congress from congress\.json$|^Comparing 1 /)
  expect((await stop()).json()).toEqual({ stopped: true })
  expect((await t.state()).running).toBeNull()
  expect((await stop()).statusCode).toBe(409)
  release.resolve()
  await holding
  const stopped = await importing
  expect([stopped.statusCode, stopped.json().code]).toEqual([409, 'import_stopped'])
  expect(await t.names()).toEqual([])
  const log = (await t.call(listModerationLog, { querystring: {} })).json()
  expect(log.results.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    'A check or import of officials was stopped before it changed anything.',
  ])
  expect([await t.state(), (await t.as(other).call(getSiteState, {})).json()]).toMatchObject([
    { last_import: null },
    { last_import: null },
  ])
  expect((await t.send(files, { checksum })).statusCode).toBe(200)
})

test('governors are read from YAML files and from an archive of the source', async () => {
  await using t = await startSite()
  const folder = temporaryFolder({
    'people-main/data/oh/executive/a.yml': governor(1, inOffice),
    'people-main/data/oh/legislature/b.yml': governor(2, inOffice),
    [`people-main/data/mn/executive/${'n'.repeat(120)}.yml`]: governor(3, { ...inOffice, state: 'mn' }),
  })
  execFileSync('tar', ['-czf', folder.at('people.tar.gz'), '-C', folder.at(), 'people-main'])
  const archive = readFileSync(folder.at('people.tar.gz'))

  const report = await t.check([['governors', 'people.tar.gz', archive]])
  expect(report.sources[0]?.added).toEqual(['Gov Number1', 'Gov Number3'])
  expect(report.states_without_governor).toHaveLength(53)
  const files: [Field, string, string][] = [1, 2].map((number) => [
    'governors',
    `${number}.yml`,
    governor(number, { ...inOffice, state: number === 1 ? 'oh' : 'mn' }),
  ])
  expect((await t.check(files)).sources[0]?.added).toHaveLength(2)

  const broken = await t.send([['governors', 'a.yml', 'id: 7\nname: A']])
  expect(broken.json().detail).toMatch(/^a\.yml: it must have required properties party\./)
  const cut = await t.send([['governors', 'people.tar.gz', archive.subarray(0, -30)]])
  expect(cut.json().detail).toMatch(/^people\.tar\.gz is a corrupt gzip file \(Z_BUF_ERROR\)\./)
  const other = await t.send([['governors', 'text.gz', gzipSync('x'.repeat(1_000))]])
  expect(other.json().detail).toMatch(/^text\.gz is not a \.tar\.gz archive\./)
})

test('imports Congress and governors from the network', async () => {
  await using t = await startSite()
  const folder = temporaryFolder({ 'people-main/data/oh/executive/a.yml': governor(1, inOffice) })
  execFileSync('tar', ['-czf', folder.at('people.tar.gz'), '-C', folder.at(), 'people-main'])
  const archive = readFileSync(folder.at('people.tar.gz'))
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (url) => new Response(url === congressUrl ? ada : archive))
  onTestFinished(() => fetched.mockRestore())
  await t.importAll([])
  expect(await t.names()).toEqual(['Ada Ashgrove', 'Gov Number1'])
})

test('says plainly that the server has no network', async () => {
  await using t = await startSite()
  const cause = new Error('getaddrinfo ENOTFOUND unitedstates.github.io')
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }))
  onTestFinished(() => fetched.mockRestore())
  const response = await t.send([])
  expect(response.statusCode).toBe(400)
  expect(response.json().detail).toMatch(
    /^https:\S+ cannot be read: getaddrinfo ENOTFOUND \S+\. This server may have no network: .* upload it here/,
  )
})

test('files have a limit', async () => {
  await using t = await startSite()
  const large = await t.send([own('x'.repeat(officialFiles.own.maxBytes + 1))])
  expect(large.json()).toMatchObject({ code: 'invalid', detail: 'The file is larger than 5 MB.' })
})
