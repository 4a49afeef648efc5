import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/open.ts'

/**
 * `node close-poll-cli.ts DATA_DIR POLL`: other users vote in a poll, so that its ballots are published, and it closes, as if days
 * had passed.
 */
const [dataDir = '', poll] = process.argv.slice(2)
const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir, log: console.error, migrated: false })
const id = Number(poll)
await db.transaction(async (tx) => {
  await tx.execute(sql`insert into poll_votes (poll_id, user_id, voter_id, option_id)
    select ${id}, u.id, u.voter_id, (select min(id) from poll_options where poll_id = ${id})
    from users u where u.voter_id is not null and not exists (select from poll_votes v where v.poll_id = ${id} and v.voter_id = u.voter_id)
    order by u.id limit 24 on conflict do nothing`)
  await tx.execute(sql`update poll_options o set vote_count = (select count(*) from poll_votes v where v.option_id = o.id)
    where poll_id = ${id}`)
  await tx.execute(
    sql`update poll_totals set total_votes = (select count(*) from poll_votes where poll_id = ${id}) where poll_id = ${id}`,
  )
  await tx.execute(
    sql`insert into participants (user_id) select user_id from poll_votes where poll_id = ${id} on conflict do nothing`,
  )
  await tx.execute(sql`update counters set value = (select count(*) from participants) where name = 'participants'`)
  await tx.execute(
    sql`update polls set published_at = now() - interval '1 day', closes_at = now() - interval '1 hour' where id = ${id}`,
  )
})
await close()
