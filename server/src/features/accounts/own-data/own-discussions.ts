import type { AccountData } from '@wtpu/contract/accounts/settings'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments, reactions, revisions } from '#db/schema/community.ts'
import { discussions, discussionTags, discussionVisits, tags } from '#db/schema/forums.ts'
import { categories } from '#db/schema/polls.ts'
import { timeOfDeletion } from '#db/visibility.ts'

type ForumData = Pick<
  AccountData,
  'discussions' | 'discussion_comments' | 'discussion_likes' | 'discussion_visits' | 'tags'
>
type OwnDiscussion = ForumData['discussions'][number]
type OwnComment = ForumData['discussion_comments'][number]

/** Everything that a user wrote in the forums, including what is no longer visible. */
export async function findForumData(db: Db, userId: number): Promise<ForumData> {
  return {
    discussions: await findOwnDiscussions(db, userId),
    discussion_comments: await findOwnComments(db, userId),
    discussion_likes: await db
      .select({
        discussion: sql<number>`${reactions.discussionId}`,
        created_at: sql<string>`to_json(${reactions.createdAt})#>>'{}'`,
      })
      .from(reactions)
      .where(sql`${reactions.userId} = ${userId} and ${reactions.discussionId} is not null`)
      .orderBy(asc(reactions.id)),
    discussion_visits: await db
      .select({
        discussion: discussionVisits.discussionId,
        visited_at: sql<string>`to_json(${discussionVisits.visitedAt})#>>'{}'`,
      })
      .from(discussionVisits)
      .where(eq(discussionVisits.userId, userId))
      .orderBy(asc(discussionVisits.discussionId)),
    tags: await db
      .select({ id: tags.id, name: tags.name, created_at: sql<string>`to_json(${tags.createdAt})#>>'{}'` })
      .from(tags)
      .where(eq(tags.createdBy, userId))
      .orderBy(asc(tags.id)),
  }
}

async function findOwnDiscussions(db: Db, userId: number): Promise<OwnDiscussion[]> {
  const { rows } = await db.execute<OwnDiscussion & Record<string, unknown>>(sql`
    select d.id, d.title, d.description, c.name as category,
      array(select t.name from ${discussionTags} used join ${tags} t on t.id = used.tag_id
        where used.discussion_id = d.id order by used.position) as tags,
      to_json(d.created_at)#>>'{}' as created_at, to_json(d.edited_at)#>>'{}' as edited_at,
      to_json(${timeOfDeletion('d')})#>>'{}' as deleted_at,
      array(select json_build_object('title', r.title, 'description', r.text)
        from ${revisions} r where r.discussion_id = d.id order by r.id) as earlier_texts
    from ${discussions} d join ${categories} c on c.id = d.category_id where d.user_id = ${userId} order by d.id`)
  return rows
}

async function findOwnComments(db: Db, userId: number): Promise<OwnComment[]> {
  const { rows } = await db.execute<OwnComment & Record<string, unknown>>(sql`
    select m.id, m.discussion_id as discussion, m.parent_id as parent, m.text,
      to_json(m.created_at)#>>'{}' as created_at, to_json(m.edited_at)#>>'{}' as edited_at,
      to_json(${timeOfDeletion('m')})#>>'{}' as deleted_at,
      array(select r.text from ${revisions} r where r.comment_id = m.id order by r.id) as earlier_texts
    from ${comments} m where m.user_id = ${userId} and m.discussion_id is not null order by m.id`)
  return rows
}
