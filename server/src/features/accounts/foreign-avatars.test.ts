import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { portrait, startImageServer } from '#testing/image-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { ForeignAvatars } from './foreign-avatars.ts'

test('copies pictures of other sites once, and keeps the address of those that cannot be had', async () => {
  await using t = await startTestApp()
  await using site = await startImageServer({ '/ada.jpg': await portrait(), '/page': Buffer.from('<html>') })
  const avatars = new ForeignAvatars(t.db, t.app, { allowsPrivate: true })
  const people = await Promise.all(
    [`${site.url}/ada.jpg`, `${site.url}/page`, '/media/avatars/own-320.webp'].map((avatar) => t.make.user({ avatar })),
  )
  const stored = () =>
    Promise.all(people.map(async ({ id }) => (await t.db.select().from(users).where(eq(users.id, id)))[0]?.avatar))

  await avatars.copySome()
  await avatars.copySome()

  const copy = expect.stringMatching(/^\/media\/avatars\/[0-9a-f-]{36}-400\.webp$/)
  const after = await stored()
  expect(after).toEqual([copy, `${site.url}/page`, '/media/avatars/own-320.webp'])
  expect(site.asked.toSorted()).toEqual(['/ada.jpg', '/page'])
  expect((await t.app.inject(after[0]!)).statusCode).toBe(200)
})

test('does not request pictures from this machine or a private network', async () => {
  await using t = await startTestApp()
  await using inner = await startImageServer({ '/ada.jpg': await portrait() })
  await t.make.user({ avatar: `${inner.url}/ada.jpg` })

  await new ForeignAvatars(t.db, t.app).copySome()

  expect(inner.asked).toEqual([])
})
