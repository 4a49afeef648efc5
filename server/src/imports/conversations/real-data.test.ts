import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { getCommonGround } from '@wtpu/contract/common-ground'
import { getPollSummary } from '@wtpu/contract/polls/polls'
import { count, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { commonGroundLinePolls } from '#db/schema/common-ground.ts'
import { runCommonGround } from '#features/common-ground/run.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { importConversation } from './import-conversation.ts'
import { readConversation, readMatrix } from './read-conversation.ts'

const data = path.resolve(import.meta.dirname, '../../../../../shared/data/polis')
const present = existsSync(data)
if (!present) console.log(`Skipping the import of real conversations: ${data} does not exist.`)
const title = present ? 'real conversations' : 'real conversations (skipped: ../shared/data/polis is absent)'

/** What the site says about itself. */
const readOwn = async (t: TestApp) => {
  await runCommonGround(t.db)
  const { computed_at: _, ...commonGround } = (await t.call(getCommonGround, {})).json()
  return { summary: (await t.call(getPollSummary, {})).json(), commonGround }
}

/** The texts of the statements are not among the data. */
async function readReal(votes: string) {
  const ids = [...(await readMatrix(votes)).answers.keys()]
  const texts = ['comment-id,comment-body', ...ids.map((id) => `${id},Statement ${id}`)].join('\n')
  return readConversation({ votes, statements: temporaryFolder({ 'statements.csv': texts }).at('statements.csv') })
}

describe.skipIf(!present)(title, () => {
  test.each(present ? readdirSync(data) : [])('reads %s', async (file) => {
    expect(await readReal(path.join(data, file))).toMatchObject({ participants: expect.any(Number) })
  })

  test('vTaiwan on Uber has a line after the import, and the site says the same about itself as before', async () => {
    await using t = await startTestApp()
    const before = await readOwn(t)
    const conversation = await readReal(path.join(data, 'vtaiwan.uberx.csv'))

    const { participants, polls, line } = await importConversation(t.db, conversation, {
      name: 'vTaiwan: Uber (Polis, CC BY 4.0)',
      category: 'General',
      openedAt: new Date('2015-07-15'),
      closedAt: new Date('2015-08-15'),
    })

    expect({ participants, added: polls.added, status: line.status }).toEqual({
      participants: 1_921,
      added: 197,
      status: 'line',
    })
    const agreed = eq(commonGroundLinePolls.verdict, 'agree')
    const [stored] = await t.db.select({ agree: count() }).from(commonGroundLinePolls).where(agreed)
    expect(stored?.agree).toBeGreaterThanOrEqual(20)
    expect(await readOwn(t)).toEqual(before)
  })
})
