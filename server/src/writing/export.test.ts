import { exportPerson } from '@wtpu/contract/accounts/people'
import { getAccountData, updateProfile } from '@wtpu/contract/accounts/settings'
import { createPostComment, deletePostComment } from '@wtpu/contract/boiler-room/comments'
import { contactOffice, createComment } from '@wtpu/contract/politicians'
import { createPoll } from '@wtpu/contract/polls/polls'
import { expect, test } from 'vitest'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp } from '#testing/test-app.ts'
import { hideContent } from './hide.ts'

test('an export has all that a person wrote, whole, with its language, and says what is deleted or removed', async () => {
  await using t = await startTestApp()
  const [ada, admin] = [await t.make.user(), await t.make.user({ role: 'admin' })]
  const { call } = t.as(ada)
  const politician = (await t.make.politician()).id
  const post = (await t.make.post({ author: ada })).id
  const discussion = (await t.make.discussion({ author: ada })).id
  const asked = { question: '¿Té?', description: 'O café.', options: ['Sí', 'No'], category: 1, lang: 'es' }
  const poll = (await call(createPoll, { body: asked })).json()
  const wall = (await call(createComment, { body: { politician, text: 'Bonjour', lang: 'fr' } })).json()
  const comment = (await call(createPostComment, { body: { post, text: 'Gone' } })).json()
  await call(deletePostComment, { params: { id: comment.id } })
  await t.db.transaction((tx) => hideContent(tx, { kind: 'comment', id: wall.id }, 'A reason'))
  await sendForm(t, ada, updateProfile, { text: { bio: 'Hola', bio_lang: 'es' } })
  await call(contactOffice, { params: { id: politician }, body: { message: 'Guten Tag', lang: 'de' } })

  const own = (await call(getAccountData, {})).json()
  expect(own).toMatchObject({
    polls: [
      {
        ...asked,
        id: poll.id,
        category: expect.any(String),
        politician: null,
        created_at: expect.any(String),
        published_at: poll.published_at,
        closes_at: poll.closes_at,
        removed_at: null,
      },
    ],
    comments: [{ text: 'Bonjour', lang: 'fr', removed_at: expect.any(String), deleted_at: null, earlier_texts: [] }],
    post_comments: [{ text: 'Gone', lang: null, removed_at: null, deleted_at: expect.any(String) }],
    posts: [{ id: post }],
    discussions: [{ id: discussion }],
    profile: { bio: 'Hola', bio_lang: 'es' },
    messages: [{ message: 'Guten Tag', lang: 'de' }],
  })
  const byLaw = (await t.as(admin).call(exportPerson, { params: { id: ada.id } })).json()
  for (const list of ['polls', 'comments', 'post_comments', 'posts', 'discussions'])
    expect(byLaw[list]).toEqual(own[list])
})

test.each(['', 'es'])('the language of a bio becomes %j, and a text without one keeps it', async (bio_lang) => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  await sendForm(t, ada, updateProfile, { text: { bio: 'Bonjour', bio_lang: 'fr' } })

  await sendForm(t, ada, updateProfile, { text: { bio: 'Salut' } })
  const kept = (await sendForm(t, ada, updateProfile, { text: { bio_lang } })).json()

  expect(kept).toMatchObject({ bio: 'Salut', bio_lang: bio_lang || null })
})
