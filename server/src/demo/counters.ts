import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { follows, posts } from '#db/schema/boiler-room.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { discussions, discussionTags, discussionVisits, forumCounters, forumSlots, tags } from '#db/schema/forums.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
import { counters, participants, pollOptions, pollTotals, polls, pollVotes } from '#db/schema/polls.ts'
import { areResultsHidden } from '#db/visibility.ts'

/** Sets the counters that the commands normally update with each row. `addHashtagUses` updates those of hashtags. */
export async function setCounters(tx: Db): Promise<void> {
  await tx.execute(sql`
    update ${pollOptions} set vote_count = counted.votes
    from (
      select option_id, count(*) as votes from ${pollVotes} v join ${polls} p on p.id = v.poll_id
      where not ${areResultsHidden('p')} group by option_id
    ) as counted
    where ${pollOptions.id} = counted.option_id`)
  await setVoteTotals(tx)
  await tx.execute(sql`
    update ${politicians} set good_job_count = counted.good, bad_job_count = counted.bad
    from (
      select politician_id, count(*) filter (where type = 'good') as good, count(*) filter (where type = 'bad') as bad
      from ${politicianRatings} group by politician_id
    ) as counted
    where ${politicians.id} = counted.politician_id`)
  await tx.execute(sql`
    update ${comments} c set
      like_count = (select count(*) from ${reactions} r where r.comment_id = c.id and r.value = 1),
      dislike_count = (select count(*) from ${reactions} r where r.comment_id = c.id and r.value = -1),
      reply_count = (select count(*) from ${comments} r where r.parent_id = c.id and (
        r.is_visible
        or exists (select from ${comments} below where below.parent_id = r.id)))`)
  await tx.execute(sql`
    update ${posts} p set
      like_count = (select count(*) from ${reactions} r where r.post_id = p.id),
      comment_count = (select count(*) from ${comments} c where c.post_id = p.id and c.is_visible)`)
  await tx.execute(sql`
    update ${discussions} d set
      like_count = (select count(*) from ${reactions} r where r.discussion_id = d.id),
      view_count = (select count(counted_at) from ${discussionVisits} v where v.discussion_id = d.id),
      comment_count = (select count(*) from ${comments} c where c.discussion_id = d.id and c.is_visible)`)
  await tx.execute(sql`
    update ${users} u set
      posts_count = (select count(*) from ${posts} p where p.user_id = u.id),
      followers_count = (select count(*) from ${follows} f where f.followed_id = u.id),
      following_count = (select count(*) from ${follows} f where f.follower_id = u.id)`)
  await setSharedCounters(tx)
}

/** The totals of polls whose options have been counted, and who has voted. */
export async function setVoteTotals(tx: Db): Promise<void> {
  await tx.execute(sql`
    update ${pollTotals} set total_votes = counted.votes
    from (select poll_id, sum(vote_count) as votes from ${pollOptions} group by poll_id) as counted
    where ${pollTotals.pollId} = counted.poll_id`)
  await tx.execute(sql`
    update ${pollTotals} t set hidden_votes = (select count(*) from ${pollVotes} v where v.poll_id = t.poll_id)
    from ${polls} p where p.id = t.poll_id and ${areResultsHidden('p')}`)
  await tx.execute(sql`
    insert into ${participants} (user_id, first_voted_at)
    select v.user_id, min(v.created_at) from ${pollVotes} v join ${polls} p on p.id = v.poll_id
    where not ${areResultsHidden('p')} group by v.user_id
    on conflict (user_id) do update set first_voted_at = excluded.first_voted_at`)
  await setParticipants(tx)
}

/** Counters that content of the demo and of real people share. */
export async function setSharedCounters(tx: Db): Promise<void> {
  await tx.execute(sql`delete from ${forumCounters}`)
  await tx.execute(sql`
    insert into ${forumCounters} (category_id, slot, discussions, comments)
    select category_id, id % ${forumSlots}::int, count(*), sum(comment_count) from ${discussions}
    where is_visible group by 1, 2`)
  await tx.execute(sql`
    update ${tags} t set discussion_count = (
      select count(*) from ${discussionTags} used join ${discussions} d on d.id = used.discussion_id
      where used.tag_id = t.id and d.is_visible)`)
  await setParticipants(tx)
}

const setParticipants = (tx: Db) =>
  tx.execute(sql`update ${counters} set value = (select count(*) from ${participants}) where name = 'participants'`)
