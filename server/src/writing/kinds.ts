import { type KindThat, kindsThat } from '@wtpu/contract/writing/kinds'
import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { polls } from '#db/schema/polls.ts'
import { reasons } from '#db/schema/reasons.ts'
import { isShownPoll, isShownReason, isVisible, isVisibleComment } from '#db/visibility.ts'

/** Where each kind is stored that has a page, and when everybody can read it. */
export const stored = {
  post: { table: posts, author: posts.userId, isShown: isVisible('posts') },
  comment: { table: comments, author: comments.userId, isShown: isVisibleComment() },
  discussion: { table: discussions, author: discussions.userId, isShown: isVisible('discussions') },
  poll: { table: polls, author: polls.creatorId, isShown: isShownPoll() },
  reason: { table: reasons, author: reasons.userId, isShown: isShownReason() },
  user: { table: users, author: users.id, isShown: users.isActive },
} as const satisfies Record<KindThat<'report'>, { table: object; author: AnyPgColumn; isShown: SQL | AnyPgColumn }>

/** Staff does not learn who wrote these. */
export const kindsWithoutAuthor: readonly string[] = kindsThat('hide author')
