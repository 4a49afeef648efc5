import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { readCsv } from './csv.ts'

const read = (content: string) =>
  Array.fromAsync(readCsv(temporaryFolder({ 'file.csv': content }).at('file.csv'), ['a']))

test('a file with tens of thousands of columns is rejected, and one with a column for each statement is read at once', async () => {
  const columns = (count: number) => ['a', ...Array.from({ length: count - 1 }, (_, index) => `c${index}`)].join(',')

  await expect(read(`${columns(80_000)}\n`)).rejects.toThrow('has 80000 columns. A file may have at most 5000.')
  const before = process.cpuUsage().user
  expect(await read(`${columns(5_000)}\n`)).toEqual([])
  expect((process.cpuUsage().user - before) / 1_000).toBeLessThan(1_000)
  await expect(read('a,b,b\n')).rejects.toThrow('has the column b twice')
})
