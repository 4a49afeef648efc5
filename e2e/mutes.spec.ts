import { cardWith, publish, uniqueText } from './boiler-room.ts'
import { expect, test } from './fixtures.ts'
import { choose } from './forums.ts'

test('a muted user’s posts leave the feed at once, and return with the mute’s end', async ({ citizen, newMember }) => {
  const text = uniqueText('Muted')
  const author = await newMember()
  const name = 'Casey Walker'
  await author.goto('/boiler-room')
  await publish(author, text)
  await citizen.goto('/boiler-room')
  await expect(cardWith(citizen, text)).toBeVisible()

  await choose(citizen, cardWith(citizen, text), `Mute ${name}`)

  await expect(cardWith(citizen, text)).toHaveCount(0)
  await citizen.goto('/profile-settings')
  await citizen
    .getByRole('region', { name: 'Muted', exact: true })
    .getByRole('button', { name: `Unmute ${name}` })
    .click()
  await expect(citizen.getByText('You have muted nobody.')).toBeVisible()
  await citizen.goto('/boiler-room')
  await expect(cardWith(citizen, text)).toBeVisible()
})
