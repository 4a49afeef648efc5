import { type Kind, type KindThat, kindsThat } from '@wtpu/contract/writing/kinds'
import { isNotNull, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { polls } from '#db/schema/polls.ts'
import { reasons } from '#db/schema/reasons.ts'
import { isShownPoll, isShownReason, isVisible, isVisibleComment } from '#db/visibility.ts'
import { accountLimits, type Limit } from '#http/limits/rate-limit.ts'

/** The text of an edit. */
export interface Text {
  /** Only discussions have a title. */
  title?: string
  text: string
}

/** Where a kind with a page is stored, and when everybody can read it. */
interface Stored {
  table: object
  author: AnyPgColumn
  isShown: SQL | AnyPgColumn
}

interface Editable {
  edit: {
    /** The columns of its texts. */
    set: (text: Text) => object
    /** Which of them can be edited. */
    where: SQL | undefined
  }
  /** SQL of an update that empties its texts, long after its author has deleted the account: once nobody can appeal any more. */
  emptied: SQL
}

interface Counted {
  /** The path of the responses that show it, its comments and reactions to them. */
  path: (id: number) => `/api/${string}/`
}

interface Removable {
  /** What a newcomer writes is counted under this key. Undefined if the limit that everybody has for this kind is as low. */
  newcomers: { key: string; limit: Limit } | undefined
  /**
   * SQL: the path of the responses that show a row, of a kind that is counted nowhere and notifies nobody. Staff removes its row
   * alone. Others have a way of their own in hide.ts.
   */
  alone?: SQL<`/api/${string}/`>
}

type StoredAs<K extends Kind> = Stored &
  (K extends KindThat<'edit'> ? Editable : unknown) &
  (K extends Exclude<KindThat<'react' | 'comment on'>, 'comment'> ? Counted : unknown) &
  (K extends KindThat<'remove'> ? Removable : unknown)

const asComment = { key: 'newcomer comment', limit: accountLimits.newcomerComments }
const asPost = { key: 'newcomer post', limit: accountLimits.newcomerPosts }
const setText = ({ text }: Text) => ({ text })

/** What the server does with each kind that has a page. What can be done with the kind says which cells it needs. */
export const stored = {
  post: {
    table: posts,
    author: posts.userId,
    isShown: isVisible('posts'),
    path: (id) => `/api/boilerroom/posts/${id}/`,
    edit: { set: setText, where: undefined },
    emptied: sql`text = '', hashtags = '{}'`,
    newcomers: asPost,
  },
  comment: {
    table: comments,
    author: comments.userId,
    isShown: isVisibleComment(),
    // Comments elsewhere cannot be edited.
    edit: { set: setText, where: isNotNull(comments.discussionId) },
    emptied: sql`text = ''`,
    newcomers: asComment,
  },
  discussion: {
    table: discussions,
    author: discussions.userId,
    isShown: isVisible('discussions'),
    path: (id) => `/api/forums/discussions/${id}/`,
    edit: { set: ({ title, text }: Text) => ({ title, description: text }), where: undefined },
    emptied: sql`title = '', description = ''`,
    newcomers: asPost,
  },
  poll: { table: polls, author: polls.creatorId, isShown: isShownPoll(), newcomers: undefined },
  reason: {
    table: reasons,
    author: reasons.userId,
    isShown: isShownReason(),
    edit: { set: setText, where: undefined },
    emptied: sql`text = ''`,
    newcomers: asComment,
    alone: sql<`/api/${string}/`>`'/api/polls/' || poll_id || '/reasons/'`,
  },
  user: { table: users, author: users.id, isShown: users.isActive },
} as const satisfies { [K in KindThat<'report'>]: StoredAs<K> }

/** Staff does not learn who wrote these. */
export const kindsWithoutAuthor: readonly string[] = kindsThat('hide author')
