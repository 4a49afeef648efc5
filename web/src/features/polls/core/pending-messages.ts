import type { PendingAnswer as KeptAnswer } from '@wtpu/contract/polls/pending-answers'

export const notCountedYet = 'Not counted yet.'
export const countedOnSignUp = 'Create an account, and we count it right away.'
export const countedOnConfirmation = 'Create an account and open the link in our mail, and we count it.'
export const countedOnLink = 'Not counted yet. Open the link in our mail, and we count it.'
export const counting = 'Counting your answer...'
export const answerCounted = 'Your answer was counted'
export const answerWaits = 'Your answer waits for your email'
export const answerWithdrawn = 'Your answer was withdrawn'
export const answerNotWithdrawn = 'Your answer could not be withdrawn'
export const answerNotCounted = 'Your answer could not be counted'

/** Why an answer that waited on the server was not counted, by its state. */
export const reasons: Partial<Record<KeptAnswer['state'], string>> = {
  already_voted: 'You had already voted in this poll.',
  poll_closed: 'The poll closed before your email was confirmed.',
  not_found: 'The poll was removed.',
  not_allowed: 'Your account could not vote when your email was confirmed.',
}
