import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { workbook } from '#testing/workbook.ts'
import { readCsv } from './csv.ts'

const read = (content: string | Buffer) =>
  Array.fromAsync(readCsv(temporaryFolder({ 'file.csv': content }).at('file.csv'), ['a']))

test('a file with tens of thousands of columns is rejected, and one with a column for each statement is read at once', async () => {
  const columns = (count: number) => ['a', ...Array.from({ length: count - 1 }, (_, index) => `c${index}`)].join(',')

  await expect(read(`${columns(80_000)}\n`)).rejects.toThrow('has 80000 columns. A file may have at most 5000.')
  const before = process.cpuUsage().user
  expect(await read(`${columns(5_000)}\n`)).toEqual([])
  expect((process.cpuUsage().user - before) / 1_000).toBeLessThan(1_000)
  await expect(read('a,b,b\n')).rejects.toThrow('has the column b twice')
})

const table = [
  ['a', 'name'],
  ['1', 'Council, District 2'],
  ['2', 'José; “Pepe”'],
]
const textWith = (separator: string) =>
  table.map((row) => row.map((value) => `"${value}"`).join(separator)).join('\r\n')

test.each([
  ['commas', textWith(',')],
  ['semicolons', textWith(';')],
  ['a first line that names semicolons', `sep=;\r\n${textWith(';')}`],
  ['tabs', textWith('\t')],
  ['tabs in UTF-16', Buffer.from(`\uFEFF${textWith('\t')}`, 'utf16le')],
  ['Excel', workbook([table[0]!, [1, table[1]![1]!], [2, table[2]![1]!]])],
])('a table is read as spreadsheets save it: %s', async (_name, content) => {
  const rows = await read(content)
  expect(rows.map((row) => [row.text('a'), row.text('name')])).toEqual(table.slice(1))
})

test('a workbook that is broken, or becomes too large when it is unpacked, is refused with a sentence', async () => {
  const whole = workbook([['a'], ['b'.repeat(60_000_000)]])
  expect(whole.length).toBeLessThan(100_000)
  for (const content of [whole, whole.subarray(0, 500), Buffer.from('PK\u0003\u0004\u0014')])
    await expect(read(content)).rejects.toThrow(
      /is no Excel file that can be read\. In Excel, save it as “CSV UTF-8”\.$/,
    )
})

test('of a file with millions of rows, only some are in memory', async () => {
  const folder = temporaryFolder({ 'many.csv': `a\n${'x\n'.repeat(2_000_000)}` })
  const before = process.memoryUsage().heapUsed
  for await (const row of readCsv(folder.at('many.csv'), ['a'])) {
    expect(row.text('a')).toBe('x')
    break
  }
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024)
})

test('the parser makes no error of each empty row that has more or fewer commas than the first line', async () => {
  using made = vi.spyOn(Error, 'captureStackTrace')
  for (const row of [',', ',,,,,,', ' ', '"",'])
    expect((await read(`a,b\n${`${row}\n`.repeat(5_000)}1,2\n`)).map(({ line }) => line)).toEqual([5_002])
  expect(made.mock.calls.length).toBeLessThan(100)
})
