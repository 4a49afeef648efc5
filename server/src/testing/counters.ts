import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { areResultsHidden } from '#db/visibility.ts'

/** Every counter that differs from the rows it counts, and hashtags of posts that nobody can see. */
export async function findWrongCounters(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ wrong: string }>(sql`
    select 'option ' || o.id as wrong from poll_options o join polls p on p.id = poll_id where p.imported_from is null and
      vote_count <> (select count(*) from poll_votes v where v.poll_id = o.poll_id and option_id = o.id and not ${areResultsHidden('p')})
    union all select 'poll ' || p.id from polls p left join poll_totals t on t.poll_id = p.id where p.imported_from is null and (
      total_votes is distinct from (select count(*) from poll_votes where poll_id = p.id and not ${areResultsHidden('p')}) or
      hidden_votes is distinct from (select count(*) from poll_votes where poll_id = p.id and ${areResultsHidden('p')}) or
      undone - taken_out <> (select count(*) from undone_choices where poll_id = p.id and not ${areResultsHidden('p')}))
    union all select name from counters where name = 'participants' and (
      value <> (select count(distinct user_id) from poll_votes join polls p on p.id = poll_id and not ${areResultsHidden('p')}) or value <> (select count(*) from participants))
    union all select 'official ' || id from politicians p where
      good_job_count <> (select count(*) from politician_ratings where politician_id = p.id and type = 'good') or
      bad_job_count <> (select count(*) from politician_ratings where politician_id = p.id and type = 'bad') or
      undone_ratings <> (select count(*) from undone_choices where politician_id = p.id)
    union all select 'user ' || id from users u where
      posts_count <> (select count(*) from posts where user_id = u.id and is_visible) or
      followers_count <> (select count(*) from follows where followed_id = u.id) or
      following_count <> (select count(*) from follows where follower_id = u.id)
    union all select 'post ' || id from posts p where
      like_count <> (select count(*) from reactions where post_id = p.id) or
      comment_count <> (select count(*) from comments where post_id = p.id and is_visible) or
      case when is_visible then cardinality(hashtags) else 0 end <> (select count(*) from post_hashtags where post_id = p.id)
    union all select 'discussion ' || id from discussions d where
      like_count <> (select count(*) from reactions where discussion_id = d.id) or
      comment_count <> (select count(*) from comments where discussion_id = d.id and is_visible) or
      view_count <> (select count(counted_at) from discussion_visits where discussion_id = d.id)
    union all select 'comment ' || id from comments c where
      like_count <> (select count(*) from reactions where comment_id = c.id and value = 1) or
      dislike_count <> (select count(*) from reactions where comment_id = c.id and value = -1) or
      reply_count <> (select count(*) from comments where parent_id = c.id and (is_visible or reply_count > 0))
    union all select 'category ' || category_id from forum_counters f group by category_id having
      sum(discussions) <> (select count(*) from discussions where category_id = f.category_id and is_visible) or
      sum(comments) <> (select coalesce(sum(comment_count), 0) from discussions where category_id = f.category_id and is_visible)
    union all select 'hashtag ' || name from hashtags h where
      use_count <> (select count(*) from post_hashtags where hashtag_id = h.id) or
      recent_uses <> (select count(*) from post_hashtags where hashtag_id = h.id and recent) or
      recent_authors <> (select count(distinct user_id) from post_hashtags where hashtag_id = h.id and recent) or
      recent_authors <> (select count(*) from hashtag_authors where hashtag_id = h.id)
    union all select 'author of hashtag ' || hashtag_id from hashtag_authors a where recent_uses <> (
      select count(*) from post_hashtags where hashtag_id = a.hashtag_id and user_id = a.user_id and recent)
    union all select 'tag ' || name from tags g where
      discussion_count <> (select count(*) from discussion_tags where tag_id = g.id) or
      (merged_into is not null and discussion_count > 0)
    union all select 'inbox of ' || u.id from users u left join inboxes i on i.user_id = u.id where
      -- A notification that is written while its account is deleted goes with an event of the deletion.
      u.is_active and coalesce(unread, 0) <> (select count(*) from notifications where user_id = u.id and read_at is null)`)
  return rows.map(({ wrong }) => wrong)
}
