import { isOn, openWords } from '../../site/parts.ts'

const ruleOfActing = () =>
  openWords(
    [
      [null, 'vote'],
      ['ratings', 'rate'],
      [['boiler-room', 'forums', 'walls'], isOn('boiler-room') ? 'post' : 'write'],
    ],
    'or',
  )

/** The community guidelines: a rule, and what it means. Moderators name the number of a rule, from 1. */
export const rules: readonly (readonly [rule: string, meaning: string | (() => string)])[] = [
  ['Address the argument, not the person.', 'You can disagree strongly. Insults, threats and slurs are removed.'],
  [
    'People before parties.',
    'Everyone is welcome, whatever their party or vote, and no one is above criticism because of it.',
  ],
  [
    'Say what is true.',
    'Do not make up facts or quotes. Name your source when you state a fact that others may question.',
  ],
  ['One person, one voice.', () => `One account per person. Do not ${ruleOfActing()} for others, and do not use bots.`],
  [
    'Keep private lives private.',
    () =>
      `${isOn('officials') ? 'Officials' : 'People in office'} are accountable for what they do in office. Their homes, families and health are off limits.`,
  ],
  ['No violence, no hatred.', 'Accounts that call for violence, or attack people for who they are, are closed.'],
  ['Nothing for sale.', 'No advertising, no fundraising and no link spam.'],
  [
    'Help us keep it that way.',
    () =>
      isOn('boiler-room')
        ? 'Report posts that break these rules. Moderators judge the post, not the party.'
        : 'Report what breaks these rules. Moderators judge the text, not the party.',
  ],
]
