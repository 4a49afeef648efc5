import * as contract from '@wtpu/contract/boiler-room/posts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { postMedia } from '#db/schema/boiler-room.ts'
import { unusedMedia } from '#db/schema/media.ts'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp } from '#testing/test-app.ts'
import { OldAnimations } from './old-animations.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

const square = (background: string, width = 40) =>
  sharp({ create: { width, height: 40, channels: 3, background } })
    .png()
    .toBuffer()

async function publish(t: TestApp, user: { id: number }) {
  const frames = await Promise.all(['#ff0000', '#00ff00'].map((color) => square(color)))
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const files = [await square('#0000ff'), moving, await square('#0000ff', 700)].map((bytes) => ({
    field: 'media_files',
    bytes,
  }))
  return (await sendForm(t, user, contract.createPost, { text: { text: 'Look' }, files })).json<contract.Post>()
}

test('an animated image has its first frame as its poster, and other images have none', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()

  const { id, media } = await publish(t, ada)

  expect(media.map(({ poster }) => poster)).toEqual([null, media[1]?.file.replace('.webp', '.jpg'), null])
  const still = await t.app.inject(media[1]?.poster ?? '')
  expect((await sharp(still.rawPayload).metadata()).pages).toBeUndefined()
  const [red] = (await sharp(still.rawPayload).stats()).channels
  expect(red?.mean).toBeGreaterThan(240)

  await t.as(ada).call(contract.deletePost, { params: { id } })
  expect((await t.app.inject(media[1]?.poster ?? '')).statusCode).toBe(404)
  expect(await t.db.select().from(unusedMedia)).toEqual([])
})

test('animated images of earlier versions get their poster by a job', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  const published = await Promise.all([publish(t, ada), publish(t, ada)])
  await t.db.update(postMedia).set({ poster: null })
  await t.app.files.remove(published[0].media[0]?.file.replace('/media/', '') ?? '')

  expect(await new OldAnimations(t.db, t.app.files).markSome()).toBe(false)

  for (const { id, media } of published) {
    const response = await t.as(ada).call(contract.getPost, { params: { id } })
    expect(response.json().media).toEqual(media)
  }
})
