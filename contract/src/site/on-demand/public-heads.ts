import { site } from '../name.ts'
import { isOn } from '../parts.ts'
import { sampleSentence } from '@wtpu/contract/polls/on-demand/method'
import { resultText } from '@wtpu/contract/polls/on-demand/shares'
import type { ListedDiscussion } from '@wtpu/contract/forums/discussions'
import { officeName, partyNames, type Politician } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import type { HeadInput } from '../head.ts'
import type { Poll } from '@wtpu/contract/polls/polls'

// Only facts that are public without an account. The browser writes the same heads as the server.

export function politicianHead({
  name,
  party,
  office,
  state,
}: Pick<Politician, 'name' | 'party' | 'office' | 'state'>): HeadInput {
  const role = `${officeName(office)} for ${stateName(state)}`
  return {
    title: name,
    type: 'profile',
    description: `${name}, ${role}${party === null ? '' : ` (${partyNames[party]})`}: ${isOn('ratings') ? 'ratings and contact' : 'contact'} on ${site.name}.`,
    subject: { '@type': 'Person', name, jobTitle: role },
  }
}

/** The head of the page on which a poll is recounted. */
export function checkHead({ question }: Pick<Poll, 'question'>): HeadInput {
  return {
    title: `Check: ${question}`,
    description: `Recount the ballots of “${question}” in your own browser.`,
  }
}

/** Only for the server, because the browser knows the title. Text and author need an account. */
export function discussionHead({
  title,
  category,
  created_at,
}: Pick<ListedDiscussion, 'title' | 'category' | 'created_at'>): HeadInput {
  return {
    title,
    type: 'article',
    description: `A discussion in ${category} on ${site.name}. Sign in to read it and to reply.`,
    publishedTime: created_at,
    section: category,
    subject: {
      '@type': 'DiscussionForumPosting',
      headline: title,
      datePublished: created_at,
      isAccessibleForFree: false,
    },
  }
}

// Apart from the other public heads, which load tables that the page of polls does not need.

/** Search engines and other sites show less than this. */
const maxDescription = 300

/** A closed poll is described by its result. */
export function pollHead({
  question,
  published_at,
  closes_at: closesAt,
  is_closed,
  total_votes: total,
  options,
  imported_from: importedFrom,
  answered_by_mail: answeredByMail,
  eligible,
  results_hidden,
  timeZone,
}: Pick<
  Poll,
  | 'question'
  | 'published_at'
  | 'closes_at'
  | 'is_closed'
  | 'total_votes'
  | 'imported_from'
  | 'answered_by_mail'
  | 'eligible'
  | 'results_hidden'
> & {
  options: { text: string; vote_count: number }[]
  /** The site's. */
  timeZone: string
}): HeadInput {
  const result = options.map(({ text, vote_count: votes }) => `${text} ${resultText(votes, total)}`)
  const answers = options.map(({ text }) => text).join(', ')
  const sentence = results_hidden
    ? ' Results are not shown yet.'
    : is_closed
      ? ` ${sampleSentence({ votes: total, at: closesAt ?? published_at, isClosed: true, importedFrom, answeredByMail, eligible, timeZone })}`
      : ''
  const text = results_hidden
    ? `${question} Answers: ${answers}.`
    : is_closed
      ? `${question} Result: ${result.join(', ')}.`
      : `${question} Vote on ${site.name} and watch the results move. Answers: ${answers}.`
  const most = maxDescription - sentence.length
  return {
    title: question,
    description: (text.length > most ? `${text.slice(0, most)}…` : text) + sentence,
    type: 'article',
    publishedTime: published_at,
  }
}
