import type { Poll } from '@wtpu/contract/polls/polls'
import { getQuestionOfTheDay } from '@wtpu/contract/polls/question-of-the-day'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { query } from '#lib/api/api.ts'
import { useNow } from '#lib/time.ts'
import { pollPagesQuery, useCategoryName } from '#features/polls/api.ts'
import { featuredPollCount, featuredPollsQuery } from '#features/polls/featured/featured-api.ts'
import { useKeptAnswers } from '#features/polls/core/kept-answers.ts'
import { myVotesQuery, useMyVotes } from '#features/polls/core/my-votes.ts'
import { hasEnded, remainingTime } from '#features/polls/core/rules.ts'

const clockIntervalMs = 10_000
const endingSoonMs = 24 * 60 * 60_000

/** The open polls of the pages of the list that are loaded, and which of them the viewer has answered. */
export function useOpenPolls(tiedFirst = false) {
  const pages = useInfiniteQuery(pollPagesQuery({}))
  const featured = useQuery(featuredPollsQuery())
  const votes = useMyVotes()
  const votesArePending = useQuery(myVotesQuery()).isPending
  const nameCategory = useCategoryName()
  const now = useNow(clockIntervalMs)
  const { data: question, isPending: questionIsPending } = useQuery(query(getQuestionOfTheDay))
  const today = question?.today
  const listed = pages.data?.pages.flatMap(({ results }) => results) ?? []
  const all = today && pages.data && !listed.some(({ id }) => id === today.id) ? [today, ...listed] : listed
  const shownBelow = new Set(featured.data?.slice(0, featuredPollCount).map(({ id }) => id))
  const kept = useKeptAnswers()
  const waiting = new Set(kept.data?.map(({ poll }) => poll))
  // A poll whose answer waits for a confirmed email comes first, to say so. Home shows some polls below. They come last, so that none is
  // on the screen twice without need.
  const stillOpen = all.filter((poll) => !hasEnded(poll, now))
  const asked = question?.is_chosen ? today : today && newest(stillOpen.filter(({ id }) => !votes.has(id)))
  const place = ({ id, roll_call: tie }: Poll) =>
    waiting.has(id) ? 0 : (tiedFirst ? tie : id === asked?.id) ? 1 : shownBelow.has(id) ? 3 : 2
  const open = stillOpen.toSorted((a, b) => place(a) - place(b))
  return {
    pages,
    question,
    isPending:
      pages.isPending || questionIsPending || votesArePending || featured.isPending || kept.isLoading || !nameCategory,
    nameCategory,
    polls: open,
    votes,
    now,
    unanswered: open.filter(({ id }) => !votes.has(id)),
    hasMore: pages.hasNextPage,
  }
}

const newest = (polls: readonly Poll[]) => polls.toSorted((a, b) => (a.published_at < b.published_at ? 1 : -1))[0]

/** The poll without the viewer's answer that closes first, if that is within a day. */
export function useClosingPoll(): { id: number; question: string; time: string } | undefined {
  const { unanswered, now, isPending } = useOpenPolls()
  const closesAt = ({ closes_at: at }: Poll) => (at === null ? Infinity : Date.parse(at))
  const [first] = unanswered.toSorted((a, b) => closesAt(a) - closesAt(b))
  if (isPending || !first || closesAt(first) - now.getTime() > endingSoonMs) return undefined
  return { id: first.id, question: first.question, time: remainingTime(first, now) ?? '' }
}
