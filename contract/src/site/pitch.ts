import { openWords } from './parts.ts'

/** What people do here, in a sentence without its full stop. */
export const pitch = (oxford = true, pace = oxford ? 'live' : 'real-time'): string =>
  openWords(
    [
      [null, `Vote in ${pace} polls`],
      ['ratings', 'rate the officials who represent you'],
      [['forums', 'boiler-room', 'walls'], 'talk with fellow citizens'],
    ],
    'and',
    oxford,
  )
