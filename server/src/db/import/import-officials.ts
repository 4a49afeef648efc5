import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '#db/command.ts'
import { congressAddress } from './congress.ts'
import { importOfficials, type Sources } from './officials.ts'
import { printReport } from './print-report.ts'
import { showProgress } from './progress.ts'

const usage = `npm run import:officials -- [--congress FILE|URL] [--governors FOLDER]

  --congress FILE|URL   members of Congress: YAML or JSON of congress-legislators
                        (default: ${congressAddress})
  --no-congress         leave the members of Congress as they are
  --governors FOLDER    governors: a checkout of openstates/people (default: leave them as they are)`

await runCommand(async ({ open }) => {
  const sources = readArguments()
  const { db } = await open()
  const progress = showProgress(process.stderr)
  const startedAt = performance.now()
  const report = await importOfficials(db, sources, { onProgress: progress.say }).finally(progress.end)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`\n  Officials imported in ${seconds} s\n\n${printReport(report)}\n`)
})

function readArguments(): Sources {
  const options = {
    congress: { type: 'string' },
    'no-congress': { type: 'boolean' },
    governors: { type: 'string' },
  } as const
  const { values } = (() => {
    try {
      return parseArgs({ options })
    } catch (error) {
      throw new Error(`${(error as Error).message}\n\n${usage}`)
    }
  })()
  const congress = values['no-congress'] ? undefined : placeOf(values.congress ?? congressAddress)
  const governors = values.governors === undefined ? undefined : placeOf(values.governors)
  if (!congress && !governors) throw new Error(`Nothing to import.\n\n${usage}`)
  return { congress, governors }
}

/** npm runs scripts in the repository; a path was typed for the folder where npm was called. */
function placeOf(given: string): string {
  if (/^https?:\/\//i.test(given)) return given
  const here = path.resolve(given)
  const there = path.resolve(process.env['INIT_CWD'] ?? '.', given)
  return existsSync(here) ? here : there
}
