import { getAccountData } from '@wtpu/contract/accounts/settings'
import * as postComments from '@wtpu/contract/boiler-room/comments'
import * as posts from '@wtpu/contract/boiler-room/posts'
import * as forumComments from '@wtpu/contract/forums/comments'
import * as discussions from '@wtpu/contract/forums/discussions'
import { getCase, listCases } from '@wtpu/contract/moderation/cases'
import { getHeldContent } from '@wtpu/contract/moderation/held'
import { listOwnDecisions } from '@wtpu/contract/moderation/own-decisions'
import { createReport } from '@wtpu/contract/moderation/reports'
import { listNotifications } from '@wtpu/contract/notifications/notifications'
import * as politicians from '@wtpu/contract/politicians'
import { searchSite } from '@wtpu/contract/site/search'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp } from '#testing/test-app.ts'

const text = 'La biblioteca cierra mañana'

test('posts, comments and discussions carry their language wherever they are shown', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  const as = t.as(ada)
  const politician = await t.make.politician()
  const post = (await sendForm(t, ada, posts.createPost, { text: { text, lang: 'es' } })).json<posts.Post>()
  const onPost = await as.call(postComments.createPostComment, {
    body: { post: post.id, text: `Oui: ${text}`, lang: 'fr' },
  })
  const wall = { politician: politician.id, text: `Sì, ${text}?`, lang: 'it' }
  expect((await as.call(politicians.createComment, { body: wall })).json().lang).toBe('it')
  const start = {
    title: 'La biblioteca',
    description: 'Todos los libros son de todos.',
    category: 'Education',
    lang: 'es',
  }
  const discussion = (await as.call(discussions.createDiscussion, { body: start })).json()
  const params = { id: discussion.id }
  const reply = await as.call(forumComments.createDiscussionComment, {
    params,
    body: { content: 'E a biblioteca de livros?', lang: 'pt' },
  })
  expect([post.lang, onPost.json().lang, discussion.lang, reply.json().lang]).toEqual(['es', 'fr', 'es', 'pt'])

  const [listed] = (await as.call(posts.listPosts, { querystring: { limit: 5 } })).json().results
  expect([listed.lang, listed.recent_comments[0].lang]).toEqual(['es', 'fr'])
  const comments = await as.call(postComments.listPostComments, { querystring: { post: post.id } })
  const onWall = await as.call(politicians.listComments, { querystring: { politician: politician.id } })
  const replies = await as.call(forumComments.listDiscussionComments, { params, querystring: {} })
  expect([comments, onWall, replies].map((response) => response.json()[0].lang)).toEqual(['fr', 'it', 'pt'])
  const [state, discussionState] = [
    await as.call(posts.getPostState, { params: { id: post.id } }),
    await as.call(discussions.getDiscussionState, { params }),
  ]
  expect([state.json().lang, discussionState.json().lang]).toEqual(['es', 'es'])

  const found = (await as.call(searchSite, { querystring: { q: 'biblioteca' } })).json()
  const langs = (kind: 'posts' | 'discussions' | 'comments') =>
    found[kind].results.map(({ lang }: { lang: string }) => lang).toSorted()
  expect([langs('posts'), langs('discussions'), langs('comments')]).toEqual([['es'], ['es'], ['fr', 'it', 'pt']])
  const inForums = await as.call(discussions.listDiscussions, { querystring: { q: 'biblioteca', limit: 5 } })
  expect(inForums.json().results[0]).toMatchObject({ lang: 'es', snippet_lang: 'es' })
  const own = (await as.call(getAccountData, {})).json()
  const kinds = ['posts', 'post_comments', 'comments', 'discussions', 'discussion_comments']
  expect(kinds.map((kind) => own[kind][0].lang)).toEqual(['es', 'fr', 'it', 'es', 'pt'])
})

test('moderators, the author of a hidden text and a reader of notifications get its language', async () => {
  await using t = await startTestApp({ trustedProxies: 1 })
  const [ada, bob, staff] = [
    await t.make.user({ username: 'ada' }),
    await t.make.user(),
    await t.make.user({ role: 'moderator' }),
  ]
  const post = await t.make.post({ author: ada })
  const body = { post: post.id, text: `Oui, @ada: ${text}`, lang: 'fr' }
  const comment = (await t.as(bob).call(postComments.createPostComment, { body })).json()
  const content = { kind: 'comment', id: comment.id } as const
  const notified = async () => (await t.as(ada).call(listNotifications, { querystring: {} })).json().results
  await expect.poll(async () => (await notified()).map(({ lang }: { lang: string }) => lang)).toEqual(['fr'])

  for (const network of ['203.0.113.1', '203.0.114.1', '203.0.115.1']) {
    const reporter = await t.make.user({ email_verified_at: new Date(), created_at: sql`now() - interval '8 days'` })
    const headers = { authorization: await t.as(reporter).authorization(), 'x-forwarded-for': network }
    await t.call(createReport, { body: { ...content, reason: 'spam' } }, headers)
  }
  const [listed] = (await t.as(staff).call(listCases, { querystring: {} })).json().results
  const found = (await t.as(staff).call(getCase, { params: { id: listed.id } })).json()
  const held = (await t.as(bob).call(getHeldContent, { params: content })).json()
  const own = (await t.as(bob).call(listOwnDecisions, {})).json()
  const langs = [listed, found, found.content, found.content.thread[0], held, own.held[0]].map(({ lang }) => lang)
  expect(langs).toEqual(Array<string>(6).fill('fr'))
})

test('an edit keeps the language or changes it, also without the text, and then leaves no earlier text', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  const as = t.as(ada)
  const post = (await sendForm(t, ada, posts.createPost, { text: { text, lang: 'es' } })).json<posts.Post>()
  const discussion = await t.make.discussion({ author: ada })
  const params = { id: discussion.id }
  const comment = (
    await as.call(forumComments.createDiscussionComment, { params, body: { content: text, lang: 'es' } })
  ).json()
  const editPost = async (body: { text: string; lang?: string | null }) =>
    (await as.call(posts.editPost, { params: { id: post.id }, body })).json()
  const editComment = async (body: { content: string; lang?: string | null }) =>
    (await as.call(forumComments.editForumComment, { params: { id: comment.id }, body })).json()

  expect(await editPost({ text, lang: 'pt' })).toMatchObject({ lang: 'pt', edited_at: null })
  expect(await editComment({ content: text, lang: null })).toMatchObject({ lang: null, edited_at: null })
  expect((await as.call(discussions.editDiscussion, { params, body: { lang: 'de' } })).json()).toMatchObject({
    lang: 'de',
    edited_at: null,
  })

  expect((await editPost({ text: 'Outro texto' })).lang).toBe('pt')
  expect((await editComment({ content: 'Otro texto', lang: 'es' })).lang).toBe('es')
  const { lang } = (await as.call(discussions.editDiscussion, { params, body: { title: 'Neuer Titel' } })).json()
  expect(lang).toBe('de')
})

test.each(['Spanish', 'ES', 'e', 'es"><script>', ''])('rejects the language %j', async (lang) => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  const { id: post } = await t.make.post({ author: ada })

  const response = await t.as(ada).call(postComments.createPostComment, { body: { post, text, lang } })

  expect(response.statusCode).toBe(400)
  await expect(t.db.execute(sql`update posts set lang = ${lang}`)).rejects.toThrow()
})
