/** One vote as a plain handler would write it: the same checks and counters as vote-writer.ts, in a transaction of its own. */
export const voteStatements = {
  insert: `insert into poll_votes (poll_id, user_id, voter_id, option_id, state, created_at)
    select polls.id, users.id, users.voter_id, poll_options.id, users.state, now()
    from polls
    join poll_options on poll_options.poll_id = polls.id and poll_options.id = $3
    join users on users.id = $1 and users.deleted_at is null
    where polls.id = $2 and polls.published_at <= now() and (polls.closes_at is null or polls.closes_at > now())
      and not exists (select from tally_log where poll_id = polls.id)
    on conflict do nothing returning option_id`,
  count: `with first as (
      insert into participants (user_id) values ($2) on conflict do nothing returning user_id
    ), option as (
      update poll_options set vote_count = vote_count + 1 where id = $1 returning poll_id
    ), poll as (
      update poll_totals set total_votes = total_votes + 1 from option where poll_totals.poll_id = option.poll_id
      returning poll_totals.poll_id
    )
    update counters set value = value + 1 from first, poll where name = 'participants'`,
  read: `select polls.id, polls.question, polls.description, tally.options, tally.total_votes,
      polls.category_id as category, polls.published_at <= now() as is_published,
      not (polls.closes_at is null or polls.closes_at > now()) as is_closed,
      to_json(polls.published_at)#>>'{}' as published_at, to_json(polls.closes_at)#>>'{}' as closes_at, polls.featured,
      case when politicians.id is not null then json_build_object('id', politicians.id, 'name', politicians.name,
        'office', politicians.office, 'party', politicians.party, 'state', politicians.state) end as politician
    from polls
    join lateral (
      select json_agg(json_build_object('id', id, 'text', text, 'vote_count', vote_count) order by position) as options,
        sum(vote_count)::int as total_votes
      from poll_options where poll_options.poll_id = polls.id) tally on true
    left join politicians on politicians.id = polls.politician_id
    where polls.published_at <= now() and polls.id = $1`,
}

/** The same for arrays of votes by different people, without the locks and rejections of the app. */
export const batchStatements = {
  insert: `insert into poll_votes (poll_id, user_id, voter_id, option_id, state)
    select vote.poll_id, users.id, users.voter_id, vote.option_id, users.state
    from unnest($1::int[], $2::int[], $3::int[]) as vote(user_id, poll_id, option_id)
    join users on users.id = vote.user_id
    on conflict do nothing returning option_id`,
  count: `with first as (
      insert into participants (user_id) select distinct unnest($2::int[]) on conflict do nothing returning user_id
    ), option as (
      update poll_options set vote_count = vote_count + added.votes
      from (select id, count(*)::int as votes from unnest($1::int[]) as id group by id) added
      where poll_options.id = added.id returning poll_id, added.votes
    ), poll as (
      update poll_totals set total_votes = total_votes + added.votes
      from (select poll_id, sum(votes)::int as votes from option group by poll_id) added
      where poll_totals.poll_id = added.poll_id returning poll_totals.poll_id
    )
    update counters set value = value + (select count(*)::int from first)
    from (select count(*) from poll) everything where name = 'participants'`,
}
