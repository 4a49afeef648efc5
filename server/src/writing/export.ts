import { selectWritten } from '#db/schema/columns.ts'
import type { AccountData, PersonData } from '@wtpu/contract/accounts/settings'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { postMedia, posts } from '#db/schema/boiler-room.ts'
import { comments, revisions } from '#db/schema/community.ts'
import { discussions, discussionTags, tags } from '#db/schema/forums.ts'
import { reasonJudgements, reasons } from '#db/schema/reasons.ts'
import { categories, pollOptions, polls } from '#db/schema/polls.ts'
import { timeOfDeletion, timeOfRemoval } from '#db/visibility.ts'
import { type Parent, parentColumn } from './content.ts'

type Written = Pick<
  PersonData,
  'polls' | 'posts' | 'comments' | 'post_comments' | 'discussions' | 'discussion_comments'
>

/** Everything that a user wrote for others, whole, also what is deleted or removed. Profiles and letters have one row each. */
export async function findWritten(tx: Db, userId: number): Promise<Written> {
  return {
    polls: await findPolls(tx, userId),
    posts: await findPosts(tx, userId),
    comments: await findComments<Written['comments'][number]>(tx, userId, 'politician'),
    post_comments: await findComments<Written['post_comments'][number]>(tx, userId, 'post'),
    discussions: await findDiscussions(tx, userId),
    discussion_comments: await findComments<Written['discussion_comments'][number]>(tx, userId, 'discussion'),
  }
}

/** What the export says of each text that its author can delete. */
const state = (row: string): SQL => sql`${selectWritten(row)}, ${isoTime(`${row}.created_at`)} as created_at,
  ${isoTime(`${row}.edited_at`)} as edited_at, ${isoTime(timeOfDeletion(row))} as deleted_at,
  ${isoTime(timeOfRemoval(row))} as removed_at`

/** Its reasons and judgements. They tell opinions, so only the user gets them. */
export async function findReasons(tx: Db, userId: number): Promise<Pick<AccountData, 'reasons' | 'reason_judgements'>> {
  const written = await tx.execute<AccountData['reasons'][number]>(sql`
    select r.id, r.poll_id as poll, r.option_id as option, r.text, r.is_named, r.of_other_side, ${state('r')},
      array(select earlier.text from ${revisions} earlier where earlier.reason_id = r.id order by earlier.id) as earlier_texts
    from ${reasons} r where r.user_id = ${userId} order by r.created_at, r.id`)
  const judged = await tx.execute<AccountData['reason_judgements'][number]>(sql`
    select reason_id as reason, is_fair, ${isoTime('created_at')} as created_at
    from ${reasonJudgements} where user_id = ${userId} order by created_at, reason_id`)
  return { reasons: written.rows, reason_judgements: judged.rows }
}

async function findPolls(tx: Db, userId: number): Promise<Written['polls']> {
  const { rows } = await tx.execute<Written['polls'][number]>(sql`
    select p.id, p.question, p.description, ${selectWritten('p')}, c.name as category, p.politician_id as politician,
      array(select o.text from ${pollOptions} o where o.poll_id = p.id order by o.position) as options,
      ${isoTime('p.created_at')} as created_at, ${isoTime('p.published_at')} as published_at,
      ${isoTime('p.closes_at')} as closes_at, ${isoTime(timeOfRemoval('p'))} as removed_at
    from ${polls} p join ${categories} c on c.id = p.category_id where p.creator_id = ${userId} order by p.id`)
  return rows
}

/** Each half of the union has an index. */
async function findPosts(tx: Db, userId: number): Promise<Written['posts']> {
  const { rows } = await tx.execute<Written['posts'][number]>(sql`
    select p.id, p.text, p.hashtags, ${state('p')},
      array(select json_build_object('file', m.file, 'alt', m.alt, 'captions', m.captions)
        from ${postMedia} m where m.post_id = p.id order by m.position) as media,
      array(select r.text from ${revisions} r where r.post_id = p.id order by r.id) as earlier_texts
    from (
      select * from ${posts} where user_id = ${userId} and is_visible
      union all
      select * from ${posts} where user_id = ${userId} and not is_visible
    ) p order by p.id`)
  return rows
}

async function findDiscussions(tx: Db, userId: number): Promise<Written['discussions']> {
  const { rows } = await tx.execute<Written['discussions'][number]>(sql`
    select d.id, d.title, d.description, c.name as category, ${state('d')},
      array(select t.name from ${discussionTags} used join ${tags} t on t.id = used.tag_id
        where used.discussion_id = d.id order by used.position) as tags,
      array(select json_build_object('title', r.title, 'description', r.text)
        from ${revisions} r where r.discussion_id = d.id order by r.id) as earlier_texts
    from ${discussions} d join ${categories} c on c.id = d.category_id where d.user_id = ${userId} order by d.id`)
  return rows
}

async function findComments<Row extends Record<string, unknown>>(
  tx: Db,
  userId: number,
  on: Parent['kind'],
): Promise<Row[]> {
  const place = sql`m.${sql.identifier(parentColumn(on).name)}`
  const { rows } = await tx.execute<Row>(sql`
    select m.id, ${place} as ${sql.identifier(on)}, m.parent_id as parent, m.text, ${state('m')},
      array(select r.text from ${revisions} r where r.comment_id = m.id order by r.id) as earlier_texts
    from ${comments} m where m.user_id = ${userId} and ${place} is not null order by m.id`)
  return rows
}
