import { getUser } from '@wtpu/contract/accounts/accounts'
import { listLatestPosts, listPosts } from '@wtpu/contract/boiler-room/posts'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '#testing/fake-api.tsx'
import { fakeBoilerRoom } from '#testing/fake-boiler-room.ts'
import { ada } from '#features/accounts/fixtures.ts'
import { latestPostsQuery } from '../feed-api.ts'
import { latestOf, makePost } from '#features/boiler-room/fixtures.ts'

const grace = { ...ada, id: 8, name: 'Grace Hopper', username: 'grace' }

test('a profile shows the user’s posts', async () => {
  const fake = fakeBoilerRoom({ posts: [makePost({ id: 1 })] })
  fake.respond(getUser, { ...grace, posts_count: 1 })
  openPage('/user/8')
  expect(await screen.findByText('Text of post 1')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Posts by Grace Hopper' })).toBeTruthy()
  // Profiles use the ages of forums, where 5 minutes ago is "Just now".
  expect(screen.getByText('Just now')).toBeTruthy()
  expect(fake.callsOf(listPosts).map(({ search }) => search.get('user'))).toEqual(['8'])
})

test('a profile counts only new posts of that user', async () => {
  const fake = fakeBoilerRoom({ posts: [makePost({ id: 1 })] })
  fake.respond(getUser, grace)
  const { queryClient } = openPage('/user/8')
  await screen.findByText('Text of post 1')
  fake.respond(listLatestPosts, [makePost({ id: 3, user: 99 }), makePost({ id: 2 }), makePost({ id: 1 })].map(latestOf))
  await act(() => queryClient.invalidateQueries({ queryKey: latestPostsQuery().queryKey }))
  expect(await screen.findByRole('button', { name: '1 new post' })).toBeTruthy()
})

test('a profile without posts says "No posts yet"', async () => {
  const fake = fakeBoilerRoom()
  fake.respond(getUser, grace)
  openPage('/user/8')
  expect(await screen.findByText('No posts yet')).toBeTruthy()
})
