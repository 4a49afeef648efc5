import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findDueReveals, revealResults } from '#server/community/reveal-results.ts'
import { publishInvalidation } from '#server/live/publish.ts'
import { accessCode, enter, openNewSite, openPhone } from './new-site.ts'

const people = Array.from({ length: 12 }, (_, row) => `person${row}@town.example`)
const list = `email,name,id,group\n${people.map((email, row) => `${email},Person ${row},${row},${row % 2 ? 'North' : 'South'}`).join('\n')}\n`

/** From an empty site to the result of a ballot paper, with phones and a mail server alone. */
test('an organization of members sends its first ballot paper, two people answer it by mail, and all see the result', async () => {
  await using t = await openNewSite()
  const { page, origin, click, follow, fill } = t
  await t.becomeAdmin()
  await follow('Circles')
  await fill('New circle', 'Members')
  await click('Add')
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
  await t.upload('New list', list)
  await click('Check')
  await page.getByRole('heading', { name: 'The new list has 12 people' }).waitFor()
  await click('Replace the list')
  await page.getByRole('heading', { name: 'The list was replaced' }).waitFor()

  await fill('Title', 'Dues and hall')
  await fill('Introduction', `The access code of our site is ${accessCode}.`)
  await fill('Questions', 'Raise the dues?\nYes\nNo\nNot sure\n\nBuy the hall?\nYes\nNo')
  await fill('Closes on', new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10))
  await click('Save as a draft')
  await page.getByText('It goes to 12 people: 12 by mail.').waitFor()
  // Its mails would be files.
  await follow('Set it up')
  await t.setUpMail()
  await follow('Circles')
  await follow('Members')
  await page.getByText('Everyone is asked for the access code of this site before the ballot.').waitFor()
  await click('Send it')
  await page.getByRole('dialog').getByRole('button', { name: 'Send it' }).press('Enter')
  await page.getByText('Ballot paper sent', { exact: true }).waitFor()
  const tokenOf = (email: string) =>
    t.mailbox.mails.flatMap(({ to, text }) =>
      to?.[0]?.address === email ? (/\/ballot(#[\w-]{22})\b/.exec(text ?? '')?.[1] ?? []) : [],
    )[0]
  await expect.poll(() => people.every(tokenOf), { timeout: 30_000 }).toBe(true)

  for (const [email = '', answers] of [
    [people[3], ['Yes', 'No']],
    [people[8], ['No', 'No']],
  ] as const) {
    const phone = await openPhone(t.browser)
    await phone.goto(`${origin}/ballot${tokenOf(email)}`)
    await enter(phone)
    for (const [index, question] of ['Raise the dues?', 'Buy the hall?'].entries())
      await phone
        .getByRole('group', { name: question })
        .getByRole('radio', { name: answers[index] ?? '', exact: true })
        .check()
    await phone.getByRole('button', { name: 'Send My Answers' }).press('Enter')
    await phone.getByText('Your answers are counted.').waitFor()
    await phone.getByText('Results are shown when the ballot closes.').waitFor()
    await phone.close()
  }

  await t.db.execute(sql`update papers set closes_at = now() - interval '1 minute'`)
  await t.db
    .execute(sql`update polls set published_at = now() - interval '1 day', closes_at = now() - interval '1 minute'
    where audience = 'circle'`)
  const due = await findDueReveals(t.db, sql`now()`)
  for (const id of due) await t.db.transaction((tx) => revealResults(tx, id))
  publishInvalidation(t.db, '/api/')
  expect(due).toHaveLength(2)

  const voter = await openPhone(t.browser)
  await voter.goto(`${origin}/ballot${tokenOf(people[3] ?? '')}`)
  await enter(voter)
  await voter.getByRole('link', { name: 'See the results: Buy the hall?' }).press('Enter')
  await voter.getByText('2 of 12 invited people answered').first().waitFor()
  await page.reload()
  await follow('Raise the dues?')
  await page.getByText('2 of 12 invited people answered').first().waitFor()
})
