import { gzipSync } from 'node:zlib'
import { codeOf, showCode } from '@wtpu/contract/circles/on-demand/codes'
import { createCircle, type ListReport } from '@wtpu/contract/circles/on-demand/circles'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { circleMembers } from '#db/schema/circles.ts'
import { established } from '#testing/ago.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { workbook } from '#testing/workbook.ts'
import { replaceList } from './lists.ts'

/** A row as somebody means it. */
interface Meant {
  email?: string
  code?: string
  name?: string
  id?: string
  group?: string
  /** The file says something else than what is meant, so that nobody can read the row. */
  isBroken?: true
}

const columns = ['email', 'name', 'id', 'group'] as const
const people: Meant[] = [
  { email: 'ada@harbor.example', name: 'Ashgrove, Ada', id: '1001', group: 'North' },
  { email: 'ben@harbor.example', name: 'Ben "Benny" Birchmere', id: '1002', group: 'South' },
  { email: 'zoe.o-neil@mail.harbor.example', name: 'Zoë O’Neil', id: '1003', group: 'North' },
  { email: 'joerg@harbor.example', name: 'Jörg Müller', id: '1004', group: 'In town; east' },
  { email: "d'arcy@harbor.example", name: '', id: '', group: '' },
  { email: 'x_y%z@harbor.example', name: '李小龍', id: '0007', group: 'South' },
]
/** Those whose names an old Windows can write. */
const western = people.slice(0, 5).map((row) => ({ ...row, name: row.name?.replace('’', "'") ?? '' }))
const codes = [1n, 2_000_000_007n, 30_000_000_011n, 400_000_000_019n].flatMap((bits) => codeOf(bits) ?? [])

/** The second implementation: it counts what is meant, and knows nothing of files. */
function countMeant(rows: Meant[]) {
  const taken = new Set<string>()
  const counts = { rows: 0, doubled: 0, unusable: 0, groups: {} as Record<string, number> }
  for (const { email = '', code = '', group = '', isBroken } of rows) {
    const [local = '', domain = '', ...rest] = email.toLowerCase().split('@')
    const tagged = local.indexOf('+') > 0 ? local.slice(0, local.indexOf('+')) : local
    const isGoogle = ['gmail.com', 'googlemail.com'].includes(domain)
    const mailbox = isGoogle ? `${tagged.split('.').join('')}@gmail.com` : `${tagged}@${domain}`
    const isAddress = local !== '' && /^[^\s<>()",;:]+$/.test(local) && domain.includes('.') && rest.length === 0
    const read = code.toUpperCase().replace(/[ -]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
    const isUsable =
      !isBroken && (email !== '' || code !== '') && (email === '' || isAddress) && (code === '' || codes.includes(read))
    const keys = [email && mailbox, code && read].filter(Boolean)
    if (!isUsable) counts.unusable++
    else if (keys.some((key) => taken.has(key))) counts.doubled++
    else {
      counts.rows++
      if (group !== '') counts.groups[group] = (counts.groups[group] ?? 0) + 1
      for (const key of keys) taken.add(key)
    }
  }
  return counts
}

interface Format {
  separator?: string
  end?: string
  head?: readonly string[]
  keys?: readonly (keyof Meant)[]
  cell?: (text: string, separator: string) => string
}
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const ifNeeded = (text: string, separator: string) =>
  text.includes(separator) || /["\r\n]/.test(text) ? quoted(text) : text

function csv(
  rows: Meant[],
  { separator = ',', end = '\n', keys = columns, head = keys, cell = ifNeeded }: Format = {},
) {
  const lines = rows.map((row) => keys.map((key) => cell(String(row[key] ?? ''), separator)).join(separator))
  return [head.join(separator), ...lines].join(end) + end
}
const swapped = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const excel = (rows: Meant[], toCell: (key: string, text: string) => string | number = (_key, text) => escaped(text)) =>
  workbook([[...columns], ...rows.map((row) => columns.map((key) => toCell(key, row[key] ?? '')))])
const withEmail = (change: (email: string, index: number) => string): Meant[] =>
  people.map((row, index) => ({ ...row, email: change(row.email ?? '', index) }))
const coded = codes.map((code, index): Meant => ({ code, name: `Person ${index}`, group: 'North' }))
const codeKeys = { keys: ['code', 'name', 'group'] } as const
const bothKeys = { keys: ['email', 'code', 'name', 'group'] } as const
const many = Array.from({ length: 200 }, (_, index): Meant => ({
  email: `p${index}@harbor.example`,
  name: `P ${index}`,
  group: `g${index % 15}`,
}))

type Shape = [name: string, meant: Meant[], file: string | Buffer]
const shapes: Shape[] = [
  ['lines that end as on Linux', people, csv(people)],
  ['as Google Sheets and Excel in the US save it', people, csv(people, { end: '\r\n' })],
  ['“CSV UTF-8” of Excel in the US', people, `\uFEFF${csv(people, { end: '\r\n' })}`],
  ['“CSV UTF-8” of Excel in Germany', people, `\uFEFF${csv(people, { end: '\r\n', separator: ';' })}`],
  ['Excel in France, with the line sep', people, `sep=;\r\n${csv(people, { end: '\r\n', separator: ';' })}`],
  [
    'Excel in Germany without UTF-8',
    western.map((row) => (/[^ -~]/.test(row.name ?? '') ? { ...row, isBroken: true } : row)),
    Buffer.from(csv(western, { end: '\r\n', separator: ';' }), 'latin1'),
  ],
  ['“Unicode Text” of Excel', people, Buffer.from(`\uFEFF${csv(people, { end: '\r\n', separator: '\t' })}`, 'utf16le')],
  ['UTF-16 of a Mac', people, swapped(csv(people, { separator: '\t' }))],
  ['UTF-16 without a mark', people, Buffer.from(csv(people), 'utf16le')],
  ['an Excel file', people, excel(people)],
  [
    'an Excel file with numbers',
    people,
    excel(people, (key, text) => (key === 'id' && text !== '' ? Number(text) : escaped(text))),
  ],
  ['an Excel file with a row twice', [...people, people[0]!], excel([...people, people[0]!])],
  ['lines that end as on an old Mac', people, csv(people, { end: '\r' })],
  [
    'two files joined, with two kinds of line ends',
    [...people, ...many],
    csv(people, { end: '\r\n' }) + csv(many).split('\n').slice(1).join('\n'),
  ],
  ['a list copied from a table', people, csv(people, { separator: '\t' })],
  ['all cells in quotes', people, csv(people, { cell: quoted })],
  ['all cells in quotes, with semicolons', people, csv(people, { cell: quoted, separator: ';' })],
  ['white space around the cells', people, csv(people, { cell: (text) => ` ${text === '' ? '' : quoted(text)} ` })],
  ['no line end after the last row', people, csv(people).trimEnd()],
  ['empty lines', people, csv(people, { end: '\n\n\n' })],
  ['rows without values, as spreadsheets save them', people, `${csv(people)},,,\n,,,\n  , ,,\n`],
  ['packed with gzip', people, gzipSync(csv(people))],
  ['names of columns in capitals', people, csv(people, { head: ['EMAIL', 'Name', 'ID', 'GROUP'] })],
  ['names of columns with spaces', people, csv(people, { head: [' Email ', '\u00A0name', 'id\u200B', 'group '] })],
  ['another order of columns', people, csv(people, { keys: ['group', 'id', 'name', 'email'] })],
  ['the addresses alone', people.map(({ email }) => ({ email: email! })), csv(people, { keys: ['email'] })],
  [
    'columns that nobody asked for',
    people,
    csv(people, { keys: ['name', 'email', 'id', 'group', 'name'], head: ['phone', 'email', 'id', 'group', 'name'] }),
  ],
  ['empty columns at the end', people, csv(people, { end: ',,,\n' })],
  [
    'short rows',
    people.map(({ email }) => ({ email: email! })),
    `email,name,id,group\n${people.map(({ email }) => email).join('\n')}\n`,
  ],
  ['links to addresses', people, csv(withEmail((email) => `mailto:${email}`))],
  ['addresses in capitals', withEmail((email) => email.toUpperCase()), csv(withEmail((email) => email.toUpperCase()))],
  ['a cell of several lines', people, csv(people.map((row) => ({ ...row, name: `${row.name}\nHarbor Street 1` })))],
  [
    'names beside the addresses, as in a mail',
    withEmail((email, index) => (index < 2 ? `Ada <${email}>` : email)),
    csv(withEmail((email, index) => (index < 2 ? `Ada <${email}>` : email))),
  ],
  [
    'two addresses in a cell',
    withEmail((email, index) => (index === 0 ? `${email}; b@c.example` : email)),
    csv(withEmail((email, index) => (index === 0 ? `${email}; b@c.example` : email))),
  ],
  ['each row twice', [...people, ...people], csv([...people, ...people])],
  [
    'one mailbox in several spellings',
    [...people, ...withEmail((email) => email.replace('@', '+club@')), ...withEmail((email) => email.toUpperCase())],
    csv([
      ...people,
      ...withEmail((email) => email.replace('@', '+club@')),
      ...withEmail((email) => email.toUpperCase()),
    ]),
  ],
  ...[
    [
      'a.b.c@gmail.com',
      'abc@gmail.com',
      'ABC+x@googlemail.com',
      'abcd@gmail.com',
      'a.b@other.example',
      'ab@other.example',
    ],
  ].map((all): Shape => [
    'the dots of one provider',
    all.map((email) => ({ email })),
    csv(
      all.map((email) => ({ email })),
      { keys: ['email'] },
    ),
  ]),
  ...[
    many.map((row, index): Meant =>
      index % 33 === 0
        ? { ...row, email: ['', 'nobody', 'a@b', '@b.example', 'a b@c.example', 'a@@b.example'][(index / 33) % 6]! }
        : row,
    ),
  ].map((rows): Shape => ['three in a hundred rows that are broken', rows, csv(rows)]),
  [
    'rows with a comma without quotes',
    people.map((row) => (/[,"]/.test(row.name ?? '') ? { ...row, isBroken: true } : row)),
    csv(people, { cell: (text) => text.replaceAll('"', '”, “') }),
  ],
  ['codes', coded, csv(coded, codeKeys)],
  [
    'codes as people type them',
    coded,
    csv(
      coded.map((row) => ({
        ...row,
        code: showCode(row.code!).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('-', ' '),
      })),
      codeKeys,
    ),
  ],
  [
    'codes with typing errors',
    coded.map((row, index) => (index === 1 ? { ...row, code: `${row.code!.slice(0, -2)}ZZ` } : row)),
    csv(
      coded.map((row, index) => (index === 1 ? { ...row, code: `${row.code!.slice(0, -2)}ZZ` } : row)),
      codeKeys,
    ),
  ],
  [
    'codes with addresses',
    coded.map((row, index) => ({ ...row, ...people[index], name: '' })),
    csv(
      coded.map((row, index) => ({ ...row, ...people[index], name: '' })),
      bothKeys,
    ),
  ],
  [
    'a code twice, beside two addresses',
    people.slice(0, 3).map((row, index) => ({ ...row, code: codes[index % 2]! })),
    csv(
      people.slice(0, 3).map((row, index) => ({ ...row, code: codes[index % 2]! })),
      bothKeys,
    ),
  ],
  ['addresses for some and codes for others', [...people, ...coded], csv([...people, ...coded], bothKeys)],
  [
    'groups with the same name in other spaces',
    people,
    csv(people.map((row) => ({ ...row, group: row.group!.replace(' ', '   ') }))),
  ],
]

let t: TestApp
let admin: { id: number }
let viewer: Parameters<typeof replaceList>[1]['viewer']
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.make.user({ role: 'admin', ...established })
  viewer = { viewerId: admin.id, staffId: admin.id }
})
afterAll(() => t[Symbol.asyncDispose]())

/** A circle without a list. */
const newCircle = async (of: string) =>
  (await t.as(admin).call(createCircle, { body: { name: of } })).json<{ id: number }>().id

const read = (circleId: number, file: string | Buffer, isCheck: boolean): Promise<ListReport> =>
  replaceList(t.app, { circleId, viewer, source: temporaryFolder({ list: file }).at('list'), isCheck })

test.each(shapes)('a list is counted as it is meant: %s', async (shape, meant, file) => {
  const circleId = await newCircle(shape)
  const checked = await read(circleId, file, true)
  const found = {
    rows: checked.rows,
    doubled: checked.doubled.count,
    unusable: checked.unusable.count,
    groups: Object.fromEntries(checked.groups.map(({ name, rows }) => [name, rows])),
  }
  expect(found).toEqual(countMeant(meant))
  const applied = await read(circleId, file, false)
  expect(applied).toMatchObject({ rows: checked.rows, new: checked.new, gone: checked.gone })
  expect(await t.db.$count(circleMembers, eq(circleMembers.circleId, circleId))).toBe(checked.rows)
})

test.each<[string, string | Buffer, RegExp]>([
  ['LDIF', 'dn: cn=Ada\nmail: ada@harbor.example\n\ndn: cn=Ben\nmail: ben@harbor.example\n', /no column email or code/],
  ['a vCard', 'BEGIN:VCARD\nEMAIL:ada@harbor.example\nEND:VCARD\n', /no column email or code/],
  ['JSON', '[{"email":"ada@harbor.example"}]', /not valid CSV|no column email or code/],
  ['addresses without a first line', 'ada@harbor.example\nben@harbor.example\n', /no column email or code/],
  ['a column twice', 'email,name,Email\na@b.example,A,a@b.example\n', /the column email twice/],
  ['a quote that is never closed', 'email,name\na@b.example,"A\nb@b.example,B\n', /a quote is never closed/],
  ['a quote inside a value', 'email,name\na@b.example,A "Al" Lee\n', /a quote is inside a value/],
  ['a web page', '<!doctype html><table><tr><td>email</td></tr></table>', /a web page \(HTML\)/],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x65, 0, 0, 0]), /UTF-32/],
  ['nothing', '\n\n', /is empty/],
  ['only the first line', 'email,name\n', /no row that can be used/],
  ['half an Excel file', workbook([['email'], ['a@b.example']]).subarray(0, 200), /no Excel file that can be read/],
  ['half a packed file', gzipSync(csv(many)).subarray(0, 60), /corrupt gzip file/],
  ['more rows that cannot be used than a list can have', `email\n${'x\n'.repeat(100_001)}`, /more than 50,000 rows/],
  ['a row of 2 MB', `email\n"${'x'.repeat(2 << 20)}"\n`, /line 2.* is not valid CSV: a row is longer than 1 MB/],
  ['more than 20 groups', csv(many.map((row, index) => ({ ...row, group: `g${index % 21}` }))), /21 groups/],
])('a file that is no list is refused with a sentence: %s', async (kind, file, sentence) => {
  const circleId = await newCircle(kind)
  const before = await t.db.$count(circleMembers)
  const refused: unknown = await read(circleId, file, false).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'list_failed', message: expect.stringMatching(sentence) })
  expect(String(refused)).toMatch(/ Nothing was changed\.$/)
  expect(await t.db.$count(circleMembers)).toBe(before)
})

type Row = [email?: string, code?: string, id?: string]
const [a = '', b = '', c = ''] = codes
const rowsOf = (rows: Row[]) =>
  csv(
    rows.map(([email = '', code = '', id = '']) => ({ email, code, id })),
    { keys: ['email', 'code', 'id'] },
  )
type Change = [name: string, before: Row[], after: Row[], expected: Partial<ListReport>]
const changes: Change[] = [
  ['the same code', [['', a, '1']], [['ada@x.example', a, '1']], { changed: 1, addressed: 1 }],
  ['the same code and another id', [['', a, '1']], [['ada@x.example', a, '2']], { changed: 1, addressed: 1 }],
  ['the same id without its code', [['', a, '1']], [['ada@x.example', '', '1']], { changed: 1, addressed: 1 }],
  ['the same id and another code', [['', a, '1']], [['ada@x.example', b, '1']], { new: 1, gone: 1 }],
  ['neither code nor id', [['', a]], [['ada@x.example']], { new: 1, gone: 1 }],
  [
    'the same id, beside the row of the code',
    [['', a, '1']],
    [
      ['', a, '1'],
      ['ada@x.example', '', '1'],
    ],
    { new: 1, unchanged: 1 },
  ],
  [
    'an id of two rows of the list',
    [
      ['', a, '1'],
      ['', b, '1'],
    ],
    [['ada@x.example', '', '1']],
    { new: 1, gone: 2 },
  ],
  [
    'an id of two rows of the file',
    [['', a, '1']],
    [
      ['ada@x.example', '', '1'],
      ['ben@x.example', '', '1'],
    ],
    { new: 2, gone: 1 },
  ],
  [
    'the address of another row',
    [['', a, '1'], ['ada@x.example']],
    [['ada@x.example', a, '1']],
    { unusable: { count: 1, first: [{ line: 2, reason: 'The code belongs to another row of the list.' }] } },
  ],
  [
    'another spelling of an address in the file',
    [
      ['', a],
      ['', b],
    ],
    [
      ['ada@x.example', a],
      ['Ada+club@X.example', b],
    ],
    { changed: 1, addressed: 1, gone: 1, doubled: { count: 1, first: [{ line: 3, first: 2 }] } },
  ],
  [
    'the code of a row that has another address',
    [['ada@x.example', a]],
    [['ben@x.example', a]],
    { changed: 1, readdressed: 1 },
  ],
  [
    'the id of a row that has another address',
    [['ada@x.example', '', '1']],
    [['ben@x.example', '', '1']],
    { changed: 1, readdressed: 1 },
  ],
  [
    'the id of a row with another address and no code',
    [['ada@x.example', '', '1']],
    [['ben@x.example', a, '1']],
    { changed: 1, readdressed: 1 },
  ],
  [
    'the id of a row with another address and code',
    [['ada@x.example', a, '1']],
    [['ben@x.example', b, '1']],
    { new: 1, gone: 1 },
  ],
  [
    'the id of a row whose address is in the file, too',
    [['ada@x.example', '', '1']],
    [
      ['ben@x.example', '', '1'],
      ['ada@x.example', '', '2'],
    ],
    { new: 1, changed: 1 },
  ],
  ['another spelling of the mailbox', [['ada@x.example', a]], [['Ada+club@X.example', a]], { changed: 1 }],
  [
    'codes that were changed round',
    [
      ['ada@x.example', a],
      ['ben@x.example', b],
    ],
    [
      ['ada@x.example', b],
      ['ben@x.example', a],
    ],
    {
      unusable: {
        count: 2,
        first: [2, 3].map((line) => ({ line, reason: 'The code belongs to another row of the list.' })),
      },
    },
  ],
  [
    'a code of a row that the file has without it',
    [['ada@x.example', a]],
    [['ada@x.example'], ['ben@x.example', a]],
    {
      unchanged: 1,
      unusable: { count: 1, first: [{ line: 3, reason: 'The code belongs to another row of the list.' }] },
    },
  ],
  ['its mailbox, and no code', [['ada@x.example', a]], [['ada@x.example']], { unchanged: 1 }],
  ['its mailbox, and a first code', [['ada@x.example']], [['ada@x.example', a]], { changed: 1 }],
  ['its mailbox, and another code', [['ada@x.example', a]], [['ada@x.example', b]], { changed: 1 }],
  [
    'the addresses of two rows, changed round',
    [
      ['', a, '1'],
      ['', b, '2'],
      ['', c, '3'],
    ],
    [
      ['ada@x.example', b, '1'],
      ['ben@x.example', a, '2'],
      ['', c, '3'],
    ],
    { changed: 2, addressed: 2, unchanged: 1 },
  ],
  ['no address any more', [['ada@x.example', a]], [['', a]], { changed: 1 }],
]
const nothing = { new: 0, changed: 0, addressed: 0, readdressed: 0, unchanged: 0, gone: 0 }

test.each(changes)('a row is found by %s', async (shape, before, after, expected) => {
  const circleId = await newCircle(`Address by ${shape}`)
  await read(circleId, rowsOf(before), false)
  const members = await t.db.$count(circleMembers)
  for (const isCheck of [true, false])
    expect(await read(circleId, rowsOf(after), isCheck).catch(String)).toMatchObject({ ...nothing, ...expected })
  const again = {
    ...nothing,
    unchanged: after.length - (expected.doubled?.count ?? 0) - (expected.unusable?.count ?? 0),
  }
  if (!expected.unusable) expect(await read(circleId, rowsOf(after), true).catch(String)).toMatchObject(again)
  const { new: added = 0, gone = 0 } = expected
  expect(await t.db.$count(circleMembers)).toBe(members + added - gone)
})
