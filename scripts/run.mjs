// run.mjs [--in=FOLDER] COMMAND [ARGUMENTS]: installs missing packages, then runs a TypeScript file or a tool on Node 24.
import { join } from 'node:path'
import { ensureInstalled, environmentFile, main, node, root, run } from './ensure.mjs'

await main(async () => {
  const args = process.argv.slice(2)
  const folder = args[0]?.startsWith('--in=') ? args[0].slice('--in='.length) : undefined
  const [command = '', ...rest] = folder === undefined ? args : args.slice(1)
  // Operators run the server's commands. Only the others need test tools.
  await ensureInstalled({ testTools: !command.startsWith('server/src/') })
  const options = { cwd: join(root, folder ?? '.') }
  const code = command.endsWith('.ts')
    ? await run(node, [...environmentFile(), command, ...rest], options)
    : await run(command, rest, options)
  process.exit(code)
})
