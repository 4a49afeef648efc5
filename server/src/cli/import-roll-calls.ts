import { parseArgs } from 'node:util'
import { formatRollCallReport, importRollCalls } from '#imports/roll-calls/import-roll-calls.ts'
import { currentSources, type RollCallSources } from '#imports/roll-calls/voteview.ts'
import { showProgress } from '#imports/report.ts'
import { runCommand } from './run-command.ts'

const usage = `npm run import:roll-calls -- [--members FILE… --rollcalls FILE… --votes FILE…]

  CSV files or URLs of Voteview, for example of both chambers (default: the current Congress at voteview.com):
  --members FILE…    who could vote
  --rollcalls FILE…  what they voted on
  --votes FILE…      how each of them voted`

await runCommand(
  async ({ open, resolvePath }) => {
    const sources = readArguments(resolvePath)
    const { db } = await open()
    const progress = showProgress(process.stderr)
    const startedAt = performance.now()
    const outcomes = await importRollCalls(db, sources, progress.update).finally(progress.finish)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`\n  Roll calls imported in ${seconds} s\n\n${formatRollCallReport(outcomes)}`)
  },
  { usage },
)

/** `parseArgs` takes one value per option, so values that follow one are positional and belong to the option before them. */
function readArguments(resolvePath: (argument: string) => string): RollCallSources {
  const files = { members: new Array<string>(), rollcalls: new Array<string>(), votes: new Array<string>() }
  const option = { type: 'string', multiple: true } as const
  try {
    const { tokens } = parseArgs({
      options: { members: option, rollcalls: option, votes: option },
      allowPositionals: true,
      tokens: true,
    })
    let list: string[] | undefined
    for (const token of tokens) {
      if (token.kind === 'option') list = files[token.name]
      if (token.kind === 'option-terminator' || token.value === undefined) continue
      if (!list) throw new Error(`Unexpected argument "${token.value}".`)
      list.push(/^https?:\/\//i.test(token.value) ? token.value : resolvePath(token.value))
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : ''}\n\n${usage}`, { cause: error })
  }
  const missing = Object.entries(files).flatMap(([name, list]) => (list.length === 0 ? [`--${name}`] : []))
  if (missing.length === 3) return currentSources(new Date())
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} missing.\n\n${usage}`)
  return { members: files.members, rollCalls: files.rollcalls, votes: files.votes }
}
