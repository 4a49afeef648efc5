/** A path, and everything below it. `?` at the end: only the lists, whatever their parameters. */
export type Path = '/api/' | `/api/${string}/` | '/api/forums/discussions/?' | '/auth/api/'

const publicAreas = ['polls', 'politicians', 'roll-calls', 'common-ground', 'pages', 'site'].map(
  (area) => `/api/${area}/`,
)

/** Whether streams without a user hear of a path. The others name posts and discussions, which only members may read. */
export const isPublicPath = (path: string): boolean =>
  path === '/api/' || path === '/auth/api/' || publicAreas.some((area) => path.startsWith(area))

/** What a user changes on one device and sees on another. */
export type OwnPath =
  | '/api/polls/my-votes/'
  | '/api/polls/pending-answers/'
  | '/api/politicians/my-ratings/'
  | '/auth/api/account/'

export type Counted = 'polls' | 'politicians'

/** Content with reactions and comments; `walls` are those of officials, by the id of the official. */
export type CountedContent = 'posts' | 'discussions' | 'comments' | 'walls'

/** What servers tell each other after a commit. */
export type Message =
  /** Responses under the path are outdated. */
  | { kind: 'stale'; path: Path }
  /** Somebody reacted to this content or commented on it, so responses under the path are outdated, but no feed. */
  | { kind: 'activity'; of: CountedContent; id: number; path: Path }
  /** The public counts of a poll or an official have changed. */
  | { kind: 'counts'; of: Counted; id: number }
  /** Sessions of the user ended, or the user was suspended. */
  | { kind: 'session'; userId: number }
  /** The user has muted or blocked somebody, or ended that. */
  | { kind: 'blocks'; userId: number }
  /** The notifications of these users have changed. */
  | { kind: 'news'; userIds: number[] }
  /** What each of these users alone sees under the path has changed: their votes, their ratings, their account. */
  | { kind: 'own'; userIds: number[]; path: OwnPath }
  /** Admins have changed the name, look, parts or settings of the site. */
  | { kind: 'site' }
  /** The stream that received this ticket belongs to the user. */
  | { kind: 'ticket'; ticket: string; userId: number }

/** On the wire a message is a path, and a note for what is new since the last release, whose servers ignore it. */
export function encode(message: Message): { path: string; note: string } {
  return { path: pathOf(message), note: noteOf(message) }
}

function noteOf(message: Message): string {
  if (message.kind === 'own') return message.path
  return message.kind === 'activity' ? `${message.of}/${message.id}` : ''
}

function pathOf(message: Message): string {
  switch (message.kind) {
    case 'counts':
      return `/api/${message.of}/${message.id}/counts/`
    case 'session':
      return `/auth/api/sessions/${message.userId}/`
    case 'blocks':
      return `/auth/api/sessions/${message.userId}/blocks/`
    // Servers of the last release read `own` as news.
    case 'news':
    case 'own':
      return `/api/notifications/of/${message.userIds.join(',')}/`
    case 'site':
      return '/api/site/'
    case 'ticket':
      return `/api/live/tickets/${message.ticket}/${message.userId}/`
    default:
      return message.path
  }
}

const forms: [RegExp, (parts: string[]) => Message][] = [
  [/^\/api\/site\/$/, () => ({ kind: 'site' })],
  [
    /^\/api\/(polls|politicians)\/(\d{1,9})\/counts\/$/,
    ([of, id]) => ({ kind: 'counts', of: of === 'polls' ? of : 'politicians', id: Number(id) }),
  ],
  [/^\/auth\/api\/sessions\/(\d+)\/$/, ([userId]) => ({ kind: 'session', userId: Number(userId) })],
  [/^\/auth\/api\/sessions\/(\d+)\/blocks\/$/, ([userId]) => ({ kind: 'blocks', userId: Number(userId) })],
  [/^\/api\/notifications\/of\/([\d,]+)\/$/, ([ids = '']) => ({ kind: 'news', userIds: ids.split(',').map(Number) })],
  [
    /^\/api\/live\/tickets\/([\w-]+)\/(\d+)\/$/,
    ([ticket = '', userId]) => ({ kind: 'ticket', ticket, userId: Number(userId) }),
  ],
]

/** Reads a line: a path, the position of its change in the log of the database, and a note. */
export function decode(line: string): { message: Message; position: string | undefined } {
  const [path = '', position, note] = line.split(' ')
  for (const [form, read] of forms) {
    const found = form.exec(path)
    if (found) return { message: withPath(read(found.slice(1)), note), position }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every other path is written by `encode`
  return { message: withNote(path as Path, note), position }
}

function withPath(message: Message, path: string | undefined): Message {
  if (message.kind !== 'news' || !path) return message
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every note of this path is written by `encode`
  return { kind: 'own', userIds: message.userIds, path: path as OwnPath }
}

const content: readonly CountedContent[] = ['posts', 'discussions', 'comments', 'walls']

function withNote(path: Path, note = ''): Message {
  const [name, id] = note.split('/')
  const of = content.find((kind) => kind === name)
  return of && Number.isInteger(Number(id)) ? { kind: 'activity', of, id: Number(id), path } : { kind: 'stale', path }
}
