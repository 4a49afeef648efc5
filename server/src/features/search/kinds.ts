import { selectWritten } from '#db/schema/columns.ts'
import type { Written } from '@wtpu/contract/schemas'
import { displayName } from '@wtpu/contract/accounts/names'
import type {
  CommentMatch,
  DiscussionMatch,
  OfficialMatch,
  UserMatch,
  PollMatch,
  PostMatch,
  SearchKind,
  SnippetPart,
} from '@wtpu/contract/site/search'
import { isOn, partsOfContent } from '@wtpu/contract/site/parts'
import { sql, type SQL } from 'drizzle-orm'
import { isoTime } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { placeOfComment } from '#db/schema/contents.ts'
import { discussions } from '#db/schema/forums.ts'
import { politicians } from '#db/schema/politicians.ts'
import { categories, polls, pollTotals } from '#db/schema/polls.ts'
import {
  areResultsHidden,
  hasVisibleAuthor,
  isClosedPoll,
  isSearchable,
  isShownPoll,
  isVisibleComment,
} from '#db/visibility.ts'
import { authorOfPost, maxRanked, type Named, officialOfPoll } from '#search/matches.ts'
import type { Query } from '#search/query.ts'
import { markExcerpt, markMarkdown, markWords, shorten, toParts } from '#search/snippets.ts'
import { normalizeForSearch } from '#search/words.ts'

/** How one kind of content is searched, ranked and shown. The SQL names its rows by `alias`. */
interface Kind<Row, Match> {
  table: SQL
  alias: string
  /** Names are searched by the starts of their words, texts by their English words. */
  isNames?: boolean
  named?: Named
  where: SQL
  more?: SQL
  /** The user who wrote the content. */
  author?: SQL
  /** The order in which rows are searched for common words. An index must have the same order. */
  order: SQL
  /** Matches of a higher tier come first. Titles: 3 the whole title, 2 its start, 1 words of the title, 0 other words. */
  tier: (query: Query) => SQL
  /** Decides between rows that match about equally. */
  weight: SQL
  /** Selects the ids of further matches. */
  further?: (query: Query) => SQL
  /** The name that is compared with similar words if no name matches. */
  similarTo?: SQL
  /** The columns of `Row`. */
  columns: (query: Query) => SQL
  joins?: SQL
  toMatch: (row: Row, query: Query) => Match
}

const define = <Row extends object, Match>(kind: Kind<Row, Match>) => kind

function tierOf(title: SQL, words: SQL, typed: string, query: string): SQL {
  return sql`case when lower(${title}) = ${typed} then 3 when starts_with(lower(${title}), ${typed}) then 2
    when ts_filter(${words}, '{a}') @@ ${query}::tsquery then 1 else 0 end`
}

/** `"Tax day"` in quotes is the title Tax day too. */
const unquoted = ({ typed }: Query) => typed.replaceAll('"', ' ').replace(/\s+/g, ' ').trim().toLowerCase()
const usernameStart = ({ typed }: Query) => typed.replace(/^@/, '').toLowerCase()

interface Author {
  author_id: number
  first_name: string
  last_name: string
  username: string | null
  avatar: string | null
}
const authorColumns = sql`u.id as author_id, u.first_name, u.last_name, u.username, u.avatar`
const toAuthor = (row: Author) => ({ id: row.author_id, name: displayName(row), avatar: row.avatar })

/** Marks the words of a name that start with a word of the query. */
function markName(name: string, { nameWords }: Query): SnippetPart[] {
  return name
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .map((text) => ({ text, match: nameWords.some((word) => normalizeForSearch(text).startsWith(word)) }))
    .filter(({ text }) => text !== '')
}

function markStart(text: string, start: string): SnippetPart[] {
  const length = start !== '' && text.toLowerCase().startsWith(start) ? start.length : 0
  const parts = [
    { text: text.slice(0, length), match: true },
    { text: text.slice(length), match: false },
  ]
  return parts.filter((part) => part.text !== '')
}

const officials = define<Omit<OfficialMatch, 'name'> & { name: string }, OfficialMatch>({
  table: sql`${politicians}`,
  alias: 'o',
  isNames: true,
  where: sql`o.retired_at is null`,
  order: sql`o.sort_name, o.id`,
  tier: (query) => tierOf(sql`o.name`, sql`o.search`, unquoted(query), query.names),
  weight: sql`o.good_job_count + o.bad_job_count`,
  similarTo: sql`o.sort_name`,
  columns: () => sql`o.id, o.name, o.party, o.office, o.state, coalesce(o.photo, o.profile_image) as image`,
  toMatch: (row, query) => ({ ...row, name: markName(row.name, query) }),
})

const votesOfPoll = sql`(select total_votes from ${pollTotals} where poll_id = p.id)`

const pollKind = define<Omit<PollMatch, 'title' | 'snippet'> & { title: string; snippet: string }, PollMatch>({
  table: sql`${polls}`,
  alias: 'p',
  named: officialOfPoll,
  where: isShownPoll('p'),
  order: sql`p.published_at desc, p.id desc`,
  tier: (query) => tierOf(sql`p.question`, sql`p.search`, unquoted(query), query.text),
  weight: votesOfPoll,
  columns: ({ text }) => sql`p.id, ${markWords(sql`p.question`, text)} as title,
    ${markExcerpt(sql`p.description`, text)} as snippet, c.name as category, ${votesOfPoll} as total_votes,
    ${isClosedPoll('p')} as is_closed, p.reveal, ${areResultsHidden('p')} as results_hidden`,
  joins: sql`join ${categories} c on c.id = p.category_id`,
  toMatch: (row) => ({ ...row, title: toParts(row.title), snippet: shorten(row.snippet) }),
})

type DiscussionRow = Omit<DiscussionMatch, 'title' | 'snippet' | 'author'> & Author & { title: string; snippet: string }

const discussionKind = define<DiscussionRow, DiscussionMatch>({
  table: sql`${discussions}`,
  alias: 'd',
  where: sql`d.is_visible`,
  more: hasVisibleAuthor('d'),
  author: sql`d.user_id`,
  order: sql`d.updated_at desc, d.id desc`,
  tier: (query) => tierOf(sql`d.title`, sql`d.search`, unquoted(query), query.text),
  weight: sql`d.comment_count + d.view_count`,
  columns: ({ text }) => sql`d.id, ${selectWritten('d')}, ${markWords(sql`d.title`, text)} as title,
    ${markMarkdown(sql`d.description`, text)} as snippet, c.name as category, ${authorColumns},
    ${isoTime('d.updated_at')} as updated_at, d.comment_count as num_comments`,
  joins: sql`join ${categories} c on c.id = d.category_id join ${users} u on u.id = d.user_id`,
  toMatch: (row) => ({ ...row, title: toParts(row.title), snippet: shorten(row.snippet), author: toAuthor(row) }),
})

const postKind = define<Omit<PostMatch, 'snippet' | 'author'> & Author & { snippet: string }, PostMatch>({
  table: sql`${posts}`,
  alias: 'p',
  named: authorOfPost,
  where: sql`p.is_visible`,
  more: hasVisibleAuthor('p'),
  author: sql`p.user_id`,
  order: sql`p.id desc`,
  tier: () => sql`0`,
  weight: sql`p.id`,
  columns: ({
    text,
  }) => sql`p.id, ${selectWritten('p')}, ${markExcerpt(sql`p.text`, text)} as snippet, ${authorColumns},
    ${isoTime('p.created_at')} as created_at, p.like_count as likes_count, p.comment_count as comments_count`,
  joins: sql`join ${users} u on u.id = p.user_id`,
  toMatch: (row) => ({ ...row, snippet: shorten(row.snippet), author: toAuthor(row) }),
})

interface CommentRow extends Author, Written {
  id: number
  snippet: string
  created_at: string
  kind: CommentMatch['on']['kind']
  on_id: number
  /** The title of a discussion, or the name of an official. */
  title: string | null
  /** The name of the post's author. */
  post_author: Omit<Author, 'author_id' | 'avatar'>
}

const commentKind = define<CommentRow, CommentMatch>({
  table: sql`${comments}`,
  alias: 'c',
  get where() {
    const closed = Object.entries(partsOfContent).filter(([, part]) => !isOn(part))
    return sql`c.is_visible${sql.raw(closed.map(([on]) => ` and c.${on}_id is null`).join(''))}`
  },
  more: sql`${hasVisibleAuthor('c')} and ${isVisibleComment('c')}`,
  author: sql`c.user_id`,
  order: sql`c.id desc`,
  tier: () => sql`0`,
  weight: sql`c.id`,
  columns: ({
    text,
  }) => sql`c.id, ${selectWritten('c')}, case when c.discussion_id is null then ${markExcerpt(sql`c.text`, text)}
      else ${markMarkdown(sql`c.text`, text)} end as snippet, ${authorColumns},
    ${isoTime('c.created_at')} as created_at, ${placeOfComment('c').kind} as kind, ${placeOfComment('c').id} as on_id,
    coalesce((select title from ${discussions} where id = c.discussion_id),
      (select name from ${politicians} where id = c.politician_id)) as title,
    (select json_build_object('first_name', a.first_name, 'last_name', a.last_name, 'username', a.username)
      from ${posts} p join ${users} a on a.id = p.user_id where p.id = c.post_id) as post_author`,
  joins: sql`join ${users} u on u.id = c.user_id`,
  toMatch: (row) => ({
    ...row,
    snippet: shorten(row.snippet),
    author: toAuthor(row),
    on: { kind: row.kind, id: row.on_id, title: row.title ?? displayName(row.post_author) },
  }),
})

type UserRow = Omit<UserMatch, 'name' | 'username'> & Pick<Author, 'first_name' | 'last_name' | 'username'>

const people = define<UserRow, UserMatch>({
  table: sql`${users}`,
  alias: 'u',
  isNames: true,
  where: isSearchable('u'),
  order: sql`u.followers_count desc, u.id desc`,
  tier(query) {
    const [name, username] = [normalizeForSearch(query.typed), usernameStart(query)]
    return sql`case when u.search_name = ${name} or lower(u.username) = ${username} then 3
      when starts_with(u.search_name, ${name}) or starts_with(lower(u.username), ${username}) then 2 else 0 end`
  },
  weight: sql`u.followers_count`,
  // The operators compare byte by byte, as the index does, whatever the database's collation.
  further: (
    query,
  ) => sql`select u.id from ${users} u where ${isSearchable('u')} and lower(u.username) ~>=~ ${usernameStart(query)}
    and lower(u.username) ~<~ (${usernameStart(query)} || chr(1114111)) order by lower(u.username) using ~<~ limit ${maxRanked}`,
  similarTo: sql`u.search_name`,
  columns: () => sql`u.id, u.first_name, u.last_name, u.username, u.avatar, u.state, u.verified, u.followers_count`,
  toMatch: ({ first_name, last_name, username, ...row }, query) => ({
    ...row,
    name: markName(displayName({ first_name, last_name, username }), query),
    username: markStart(username ?? '', usernameStart(query)),
  }),
})

export const kinds = {
  officials,
  polls: pollKind,
  discussions: discussionKind,
  posts: postKind,
  comments: commentKind,
  people,
} satisfies { [Name in SearchKind]: unknown }

export type { Kind }
