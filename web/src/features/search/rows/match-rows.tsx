import type { SearchKind, SearchReply } from '@wtpu/contract/site/search'
import type { ReactElement } from 'react'
import { CommentRow, DiscussionRow, PollRow, PostRow } from './content-rows.tsx'
import { OfficialRow, PersonRow } from './people-rows.tsx'

/** A row for each match of a kind. */
export function matchRows(reply: SearchReply, kind: SearchKind): ReactElement[] {
  const { officials, polls, discussions, posts, comments, people } = reply
  const rows: Record<SearchKind, () => ReactElement[] | undefined> = {
    officials: () => officials?.results.map((match) => <OfficialRow key={match.id} match={match} />),
    polls: () => polls?.results.map((match) => <PollRow key={match.id} match={match} />),
    discussions: () => discussions?.results.map((match) => <DiscussionRow key={match.id} match={match} />),
    posts: () => posts?.results.map((match) => <PostRow key={match.id} match={match} />),
    comments: () => comments?.results.map((match) => <CommentRow key={match.id} match={match} />),
    people: () => people?.results.map((match) => <PersonRow key={match.id} match={match} />),
  }
  return rows[kind]() ?? []
}
