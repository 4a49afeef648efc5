import type { AccountData } from '@wtpu/contract/accounts/settings'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { postMedia, posts } from '#db/schema/boiler-room.ts'
import { revisions } from '#db/schema/community.ts'
import { timeOfDeletion } from '#db/visibility.ts'

type OwnPost = AccountData['posts'][number]

/** All posts of a user, also those that are no longer visible. Each half of the union has an index. */
export async function findOwnPosts(db: Db, userId: number): Promise<OwnPost[]> {
  const { rows } = await db.execute<OwnPost & Record<string, unknown>>(sql`
    select p.id, p.text, p.hashtags,
      array(select json_build_object('file', m.file, 'alt', m.alt)
        from ${postMedia} m where m.post_id = p.id order by m.position) as media,
      to_json(p.created_at)#>>'{}' as created_at, to_json(p.edited_at)#>>'{}' as edited_at,
      to_json(${timeOfDeletion('p')})#>>'{}' as deleted_at,
      array(select r.text from ${revisions} r where r.post_id = p.id order by r.id) as earlier_texts
    from (
      select * from ${posts} where user_id = ${userId} and is_visible
      union all
      select * from ${posts} where user_id = ${userId} and not is_visible
    ) p order by p.id`)
  return rows
}
