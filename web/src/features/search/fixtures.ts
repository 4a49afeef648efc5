import type { SearchResponse, SnippetPart } from '@wtpu/contract/site/search'

/** "A [school] day" -> its parts. */
function parts(text: string): SnippetPart[] {
  return text
    .split(/(\[[^\]]*\])/)
    .filter(Boolean)
    .map((part) => (part.startsWith('[') ? { text: part.slice(1, -1), match: true } : { text: part, match: false }))
}

const author = { id: 8, name: 'Grace Hopper', avatar: null }
const created_at = '2026-01-01T10:00:00Z'

/** One match of each kind. */
export const searchResponse: Required<Omit<SearchResponse, 'corrected'>> = {
  officials: {
    results: [{ id: 1, name: parts('Jo [School]'), party: 'D', office: 'Gov', state: 'OH', image: null }],
    count: 1,
    next: null,
  },
  polls: {
    results: [
      { id: 2, title: parts('A [school] poll?'), snippet: [], category: 'Education', total_votes: 1, is_closed: true },
    ],
    count: 100,
    next: null,
  },
  discussions: {
    results: [
      {
        id: 3,
        title: parts('[School] lunch'),
        snippet: parts('The [school] pays.'),
        category: 'Education',
        author,
        updated_at: created_at,
        num_comments: 2,
      },
    ],
    count: 1,
    next: null,
  },
  posts: {
    results: [{ id: 4, snippet: parts('At [school]'), author, created_at, likes_count: 1, comments_count: 0 }],
    count: 1,
    next: null,
  },
  comments: {
    results: [
      { id: 5, snippet: parts('My [school]'), author, created_at, on: { kind: 'discussion', id: 3, title: 'Lunch' } },
      { id: 6, snippet: parts('[School]!'), author, created_at, on: { kind: 'post', id: 4, title: 'Ada Lovelace' } },
      { id: 7, snippet: parts('[School]?'), author, created_at, on: { kind: 'politician', id: 1, title: 'Jo School' } },
    ],
    count: 3,
    next: null,
  },
  people: {
    results: [
      {
        id: 9,
        name: parts('Max [School]'),
        username: parts('max'),
        avatar: null,
        state: null,
        verified: true,
        followers_count: 1200,
      },
    ],
    count: 1,
    next: null,
  },
}

export const nothingFound: SearchResponse = {
  officials: { results: [], count: 0, next: null },
  polls: { results: [], count: 0, next: null },
}
