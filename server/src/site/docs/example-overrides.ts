import { pollMethod } from '@wtpu/contract/polls/totals'
import { token } from './example-values.ts'

/** Examples that the fields alone would get wrong, by call and part. */
export const overrides: Record<string, unknown> = {
  'GET /auth/api/user/:id/ id': 'amara.okafor',
  'POST /api/site-access/ body': { code: 'citizenship' },
  'POST /api/error-reports/ body': {
    page: '/polls/$pollId',
    name: 'TypeError',
    message: 'Cannot read properties of undefined',
    places: ['/assets/common-BbUyBFwN.js:1:230'],
  },
  'POST /api/error-reports/ 200': { logged: true },
  'POST /auth/api/account/delete/ body': { password: 'a long passphrase' },
  'POST /auth/api/google/ body': {
    code: '4/0AeanS0a',
    redirect_uri: 'https://wtpu.example/login',
    state: 'q7Jd0xVwTn',
    transaction: token,
    iss: 'https://accounts.google.com',
  },
  'POST /api/politicians/:id/contact/ body': {
    name: 'Amara Okafor',
    email: 'amara.okafor@wtpu.example',
    subject: 'Library hours',
    message: 'Please support longer opening hours for our libraries.',
  },
  'POST /api/polls/ body': {
    question: 'Should the public library open on Sundays?',
    description: 'The city council decides about the budget of the libraries in December.',
    category: 3,
    options: ['Yes', 'No'],
    duration_days: 7,
  },
  'GET /api/polls/:id/totals.csv 200': [
    'Should the public library open on Sundays?,,',
    'Option,Votes,Percent',
    'Yes,214,62.57',
    'No,128,37.43',
    'Total,342,',
    'Opened,2026-11-03T14:30:00.000Z,',
    'Closes,2026-11-10T14:30:00.000Z,',
    'Counted,2026-11-05T14:30:00.000Z,',
    'Source,https://wtpu.example/polls/12,',
    `Method,"${pollMethod}",`,
  ].join('\r\n'),
  'POST /api/forums/tags/:id/merge/ 200': { id: 6, name: 'Public libraries' },
  'POST /auth/api/password_reset/ 200': { detail: 'A verification code is on its way.' },
  'POST /auth/api/password_reset/confirm/ 200': { detail: 'The password was changed.' },
  'DELETE /api/forums/comments/:id/pin/ 200': { isPinned: false },
  'DELETE /api/forums/discussions/:id/lock/ 200': { is_locked: false },
  'DELETE /api/boilerroom/posts/:id/unlike/ 200': { user_has_liked: false, likes_count: 11 },
  'DELETE /api/boilerroom/post-comments/:id/unlike/ 200': { user_has_liked: false, likes_count: 11 },
  'POST /api/forums/comments/:id/dislike/ 200': {
    value: -1,
    liked: false,
    disliked: true,
    like_count: 11,
    dislike_count: 3,
  },
}
