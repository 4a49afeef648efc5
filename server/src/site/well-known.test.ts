import { expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'

test('says where to report a vulnerability, until a date within a year', async () => {
  await using t = await startTestApp({ publicUrl: 'https://wtpu.example' })

  const { headers, body } = await t.app.inject('/.well-known/security.txt')

  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toMatch(/^Contact: https:\/\/wtpu\.example\/support$/m)
  const expires = new Date(/^Expires: (.+)$/m.exec(body)?.[1] ?? '').getTime()
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
})

test('leads password managers to the page that changes the password', async () => {
  await using t = await startTestApp()

  const { statusCode, headers } = await t.app.inject('/.well-known/change-password')

  expect([statusCode, headers.location]).toEqual([302, '/forgot-password'])
})

test('pages of other sites may read public data, and nothing that is for members', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll()
  const open = async (url: string, headers = {}) =>
    (await t.app.inject({ url, headers })).headers['access-control-allow-origin']

  for (const url of [
    '/api/polls/',
    `/api/polls/${poll.id}/totals.json`,
    `/api/polls/${poll.id}/totals.csv`,
    `/api/polls/${poll.id}/ballots.csv`,
    `/api/polls/${poll.id}/seal.json`,
    '/api/tally-log/',
    '/api/common-ground/',
    '/api/common-ground/polls.csv',
    '/api/roll-calls/',
    '/api/roll-calls/1/votes.json',
    '/api/roll-calls/1/votes.csv',
    '/api/moderation/log/',
    '/api/pages/terms/',
    '/feeds/polls.atom',
    '/feeds/discussions.atom',
    '/api/politicians/',
    `/api/polls/${poll.id}/groups/`,
    '/api/polls/99999/',
  ])
    expect([url, await open(url)]).toEqual([url, '*'])
  const authorization = await t.as(await t.make.user()).authorization()
  const ofMembers = ['/api/polls/my-votes/', '/api/boilerroom/posts/', '/auth/api/user/1/', '/api/notifications/']
  for (const url of [...ofMembers, '/api/boilerroom/trending-hashtags/', '/api/search/?q=water', '/'])
    expect([url, await open(url, { authorization })]).toEqual([url, undefined])
})
