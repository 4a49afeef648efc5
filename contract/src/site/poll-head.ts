import type { Poll } from '../polls/polls.ts'
import type { HeadInput } from './head.ts'

// Apart from the other public heads, which load tables that the page of polls does not need.

/** Search engines and other sites show less than this. */
const maxDescription = 300

export function pollHead({
  question,
  published_at,
  options,
}: Pick<Poll, 'question' | 'published_at'> & { options: { text: string }[] }): HeadInput {
  const answers = options.map(({ text }) => text).join(', ')
  const description = `${question} Vote on WTPU and watch the results move. Answers: ${answers}.`
  return {
    title: question,
    description: description.length > maxDescription ? `${description.slice(0, maxDescription)}…` : description,
    type: 'article',
    publishedTime: published_at,
  }
}
