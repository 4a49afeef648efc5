import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { mailFolder, sweepMailFiles } from './transport.ts'

const hour = 60 * 60_000
const day = 24 * hour

/** A folder with one mail just older and one just younger than 7 days, and a file that is not a mail. */
async function makeFolder() {
  const folder = mailFolder(temporaryFolder().at())
  await mkdir(folder)
  const ages = { 'old.eml': 7 * day + hour, 'young.eml': 7 * day - hour, 'notes.txt': 70 * day }
  for (const [name, age] of Object.entries(ages)) {
    await writeFile(path.join(folder, name), 'Hello')
    const written = new Date(Date.now() - age)
    await utimes(path.join(folder, name), written, written)
  }
  return folder
}

test('removes mail files after 7 days', async () => {
  const folder = await makeFolder()

  await sweepMailFiles(folder)
  expect((await readdir(folder)).toSorted()).toEqual(['notes.txt', 'young.eml'])

  await sweepMailFiles(folder, new Date(Date.now() + 2 * hour))
  expect(await readdir(folder)).toEqual(['notes.txt'])
})

test('ignores a missing folder', async () => {
  await expect(sweepMailFiles('/nonexistent/mail')).resolves.toBeUndefined()
})
