import { getDiscussion, type Discussion } from '@wtpu/contract/forums/discussions'
import { watchDiscussion } from '@wtpu/contract/notifications/notifications'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { makeDiscussion } from '#features/forums/fixtures.ts'
import { fakeApi, newTestQueryClient } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { discussionQuery } from './discussion-api.ts'
import { WatchLevel } from './watch-level.tsx'

const discussion: Discussion = {
  ...makeDiscussion({ id: 7 }),
  user_has_liked: false,
  last_visit_at: null,
  watch: 'watch',
  can_moderate: false,
  removed_comments: [],
}

function Level() {
  const { data } = useQuery({ ...discussionQuery(7), enabled: false })
  return <WatchLevel id={7} level={data?.watch} />
}

test('shows the level at once, and the former one if it could not be saved', async () => {
  const fake = fakeApi()
  const queryClient = newTestQueryClient()
  queryClient.setQueryData(discussionQuery(7).queryKey, discussion)
  renderComponent(<Level />, queryClient)
  const level = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Notifications of this discussion' })
  expect(level.value).toBe('watch')
  expect(screen.getByText('You are notified of each comment.')).toBeTruthy()
  fake.respond(watchDiscussion, { level: 'mute' })

  await userEvent.selectOptions(level, 'Mute')
  expect(level.value).toBe('mute')
  expect(fake.callsOf(watchDiscussion)[0]?.body).toEqual({ level: 'mute' })
  fake.respondError(watchDiscussion, { status: 500 })
  fake.respond(getDiscussion, { ...discussion, watch: 'mute' })
  await userEvent.selectOptions(level, 'Normal')

  expect(await screen.findByText('Your choice could not be saved. Please try again.')).toBeTruthy()
  await waitFor(() => expect(level.value).toBe('mute'))
})
