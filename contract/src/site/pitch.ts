import { openWords } from './parts.ts'

/** What people do here, in a sentence without its full stop. */
export const pitch = (oxford = true): string =>
  openWords(
    [
      [null, 'Vote in ' + (oxford ? 'live' : 'real-time') + ' polls'],
      ['ratings', 'rate the officials who represent you'],
      [['forums', 'boiler-room', 'walls'], 'talk with fellow citizens'],
    ],
    'and',
    oxford,
  )
