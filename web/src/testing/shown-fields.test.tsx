import { getUser } from '@wtpu/contract/accounts/accounts'
import { listFollowing } from '@wtpu/contract/boiler-room/follows'
import { getPollGroups } from '@wtpu/contract/common-ground'
import { listDiscussionComments, listMyReactions } from '@wtpu/contract/forums/comments'
import { getDiscussion, getDiscussionState } from '@wtpu/contract/forums/discussions'
import { listBestReasons, listReasons } from '@wtpu/contract/polls/on-demand/reasons'
import { getPollResults, listMyVotes, listPollCategories } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { ofBio, type Written, writtenOf } from '@wtpu/contract/schemas'
import { getRegistration } from '@wtpu/contract/site/invitations'
import type { KindThat } from '@wtpu/contract/writing/kinds'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, registration } from '#features/accounts/fixtures.ts'
import { ProfileCard } from '#features/accounts/settings/profile-card.tsx'
import { makePost } from '#features/boiler-room/fixtures.ts'
import { makeComment, makeFullDiscussion } from '#features/forums/thread/fixtures.ts'
import { makePoll, makeResults } from '#features/polls/fixtures.ts'
import { fakeApi, openPage, signedIn } from './fake-api.tsx'
import { fakeBoilerRoom } from './fake-boiler-room.ts'
import { fakePolls } from './fake-polls.ts'
import { renderComponent } from './render-component.tsx'

/** A value of each field that no page has by chance. */
const fields: Record<keyof Written, string> = { lang: 'tlh' }

function openDiscussion(shown: { discussion?: Written; comment?: Written }) {
  const api = fakeApi()
  const discussion = makeFullDiscussion(shown.discussion)
  const { id, title, description, edited_at, updated_at, num_comments, views, like_count, is_locked, is_slow } =
    discussion
  const state = { id, title, description, edited_at, updated_at, num_comments, views, like_count, is_locked, is_slow }
  api.respond(getDiscussion, discussion)
  api.respond(getDiscussionState, { ...state, ...writtenOf(discussion) })
  api.respond(listDiscussionComments, { results: [makeComment(shown.comment)], next: null })
  api.respond(listMyReactions, [])
  openPage('/forums/12')
}

function openResults(shown?: Written) {
  const api = fakeApi()
  api.respond(getPollResults, makeResults(makePoll(shown)))
  api.respond(listPollCategories, [{ id: 1, name: 'Economy' }])
  for (const endpoint of [getPollTotals, getPollGroups]) api.respondError(endpoint, { status: 503 })
  api.respond(getRegistration, registration)
  api.respond(listMyVotes, [])
  openPage('/results/1')
  return api
}

/** Opens a page that shows a text of the kind to its readers. */
const open: Record<KindThat<'report'> | 'poll with results' | 'own profile', () => unknown> = {
  post() {
    fakeBoilerRoom({ posts: [makePost(fields)] })
    openPage('/boiler-room')
  },
  comment: () => openDiscussion({ comment: fields }),
  discussion: () => openDiscussion({ discussion: fields }),
  poll() {
    fakePolls({ polls: [makePoll(fields)] })
    openPage('/polls')
  },
  'poll with results': () => openResults(fields),
  async reason() {
    const api = openResults()
    api.respond(listBestReasons, { answers: [] })
    const reason = { id: 5, option: 11, text: 'It helps.', author: null, is_fair_account: false, ...fields }
    const judged = { shown_at: '2026-11-20T13:00:00Z', judged_by: null, fair: [] }
    api.respond(listReasons, { results: [{ ...reason, ...judged }], next: null })
    await userEvent.click(await screen.findByText('Reasons for each answer'))
  },
  user() {
    const api = fakeApi()
    api.respond(getUser, { ...ada, id: 9, ...ofBio(fields) })
    api.respond(listFollowing, [])
    openPage('/user/9')
  },
  'own profile'() {
    fakeApi()
    renderComponent(<ProfileCard user={{ ...ada, ...ofBio(fields) }} />)
  },
}

test.each(Object.entries(open))('readers notice each field of the text: %s', async (_kind, openIt) => {
  signedIn()

  await openIt()

  for (const value of Object.values(fields)) await waitFor(() => expect(document.body.innerHTML).toContain(value))
})
