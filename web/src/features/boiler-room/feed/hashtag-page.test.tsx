import { listPosts } from '@wtpu/contract/boiler-room/posts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '#testing/fake-api.tsx'
import { fakeBoilerRoom } from '#testing/fake-boiler-room.ts'
import { makePost } from '#features/boiler-room/fixtures.ts'

test.each([
  ['/boiler-room/hashtag/CleanWater', 'CleanWater'],
  ['/boiler-room/hashtag/%D0%B2%D0%BE%D0%B4%D0%B0', 'вода'],
  ['/boiler-room/hashtag/%23CleanWater', 'CleanWater'],
])('%s shows the posts with its hashtag', async (path, tag) => {
  const fake = fakeBoilerRoom({ posts: [makePost({ id: 1 })] })
  openPage(path)
  expect(await screen.findByRole('heading', { name: `#${tag}`, level: 1 })).toBeTruthy()
  expect(await screen.findByText('Text of post 1')).toBeTruthy()
  expect(fake.callsOf(listPosts).map(({ search }) => search.get('hashtag'))).toEqual([tag])
  await waitFor(() => expect(document.title).toBe(`#${tag} | WTPU`))
})

test('searches within the hashtag and says when nothing matches', async () => {
  const fake = fakeBoilerRoom()
  const { router } = openPage('/boiler-room/hashtag/Water')
  expect(await screen.findByText('No posts yet for this filter.')).toBeTruthy()
  fake.respond(listPosts, ({ search }) => ({ results: search.get('q') === 'lake' ? [makePost()] : [], next: null }))
  await userEvent.type(screen.getByPlaceholderText('Search within hashtag'), 'lake')
  expect(await screen.findByText('Text of post 1')).toBeTruthy()
  expect(router.state.location.search).toEqual({ q: 'lake' })
  await userEvent.clear(screen.getByPlaceholderText('Search within hashtag'))
  await userEvent.type(screen.getByPlaceholderText('Search within hashtag'), 'the')
  expect(await screen.findByText(/^Searches leave out words that are in almost every text/)).toBeTruthy()
  expect(fake.callsOf(listPosts).at(-1)?.search.get('hashtag')).toBe('Water')
})
