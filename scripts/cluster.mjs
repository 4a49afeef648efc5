// npm run cluster: a whole cluster on this machine. With `test`: its tests.
import { ensureBuilt, ensureInstalled, main, node, run } from './ensure.mjs'

await main(async () => {
  const isTest = process.argv[2] === 'test'
  await ensureInstalled()
  if (isTest && (await run(node, ['tests/cluster/check-programs.ts'])) !== 0) process.exit(1)
  await ensureBuilt()
  const args = isTest
    ? ['vitest', 'run', '--project=cluster', ...process.argv.slice(3)]
    : [node, 'tests/cluster/cli.ts']
  const [command = '', ...rest] = args
  process.exit(await run(command, rest))
})
