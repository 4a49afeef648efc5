export const countedOnLink = 'Not counted yet. Open the link in our mail, and we count it.'
export const answerCounted = 'Your answer was counted'
export const answerWaits = 'Your answer waits for your email'
export const answerNotCounted = 'Your answer could not be counted'
