// npm run db:new -- --name what_changes: generates a migration, then deletes the older snapshots of the schema, because
// drizzle-kit compares with the newest only.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, main, root, run } from './ensure.mjs'

await main(async () => {
  await ensureInstalled()
  const code = await run('drizzle-kit', ['generate', ...process.argv.slice(2)], { cwd: join(root, 'server') })
  const folder = join(root, 'server/src/db/migrations/meta')
  const snapshots = readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'))
  for (const name of snapshots.toSorted().slice(0, -1)) rmSync(join(folder, name))
  process.exit(code)
})
