import { contactOffice } from '@wtpu/contract/politicians'
import type { Written } from '@wtpu/contract/schemas'
import { expect, test } from 'vitest'
import { startMailbox } from '#testing/mailbox.ts'
import { startTestApp } from '#testing/test-app.ts'

/** A value of each field that nothing has by chance. The web has such a test of its pages (`shown-fields.test.tsx`). */
const fields: Record<keyof Written, string> = { lang: 'tlh' }

test('readers of an embedded poll notice each field of its text', async () => {
  await using t = await startTestApp()
  const { id } = await t.make.poll(fields)

  const { body } = await t.app.inject(`/embed/polls/${id}`)

  for (const value of Object.values(fields)) expect(body).toContain(value)
})

test('the office that gets a letter notices each field of its text', async () => {
  await using mailbox = await startMailbox()
  await using t = await startTestApp({ smtpUrl: mailbox.url })
  const office = await t.make.politician({ email: 'office@senate.example' })
  const letter = { params: { id: office.id }, body: { message: 'Please.', ...fields } }
  await t.as(await t.make.user()).call(contactOffice, letter)

  await expect.poll(() => mailbox.mails.length).toBe(1)
  for (const value of Object.values(fields)) expect(mailbox.mails[0]?.html).toContain(value)
})
