import { parseArgs } from 'node:util'
import { recordModeration } from '#community/moderation.ts'
import {
  formatConversationReport,
  importConversation,
  type ImportOptions,
} from '#imports/conversations/import-conversation.ts'
import { type ConversationFiles, readConversation } from '#imports/conversations/read-conversation.ts'
import { showProgress } from '#imports/report.ts'
import { runCommand, userName } from './run-command.ts'

const usage = `npm run import:conversation -- FILE --statements FILE --name TEXT --from DATE --to DATE

  Imports a conversation of Polis that has ended as closed polls, which count in nothing else on the site.

  FILE               participants-votes.csv: a row per participant, a column per statement (1, -1, 0 or empty)
  --statements FILE  comments.csv: the columns comment-id and comment-body
  --name TEXT        what it was, with its source and licence; shown with each poll
  --from DATE        when it began, such as 2024-03-01
  --to DATE          its last day
  --category NAME    the category of the polls (default: General)
  --dry-run          only report what would change`

await runCommand(
  async ({ open, resolvePath }) => {
    const { files, settings } = readArguments(resolvePath)
    const progress = showProgress(process.stderr)
    const conversation = await readConversation(files, progress.update).finally(progress.finish)
    const { db } = await open()
    const imported = { action: 'import', subjectKind: 'poll', subjectId: 0 } as const
    const outcome = await importConversation(db, conversation, {
      ...settings,
      record: (tx, reason) => recordModeration(tx, imported, { actor: userName(), reason }),
    })
    const title = settings.isDryRun ? 'Dry run: nothing was changed' : `Imported ${settings.name}`
    console.log(`\n  ${title}\n\n${formatConversationReport(outcome)}\n`)
    console.log(`  To see its polls: /polls?q=${encodeURIComponent(settings.name)}\n`)
  },
  { usage },
)

function readArguments(resolvePath: (argument: string) => string): {
  files: ConversationFiles
  settings: ImportOptions
} {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      options: { statements: text, name: text, from: text, to: text, category: text, 'dry-run': { type: 'boolean' } },
      allowPositionals: true,
    })
    const { statements, name, from, to, category = 'General' } = values
    const [votes, ...others] = positionals
    if (others.length > 0) throw new Error(`Unexpected argument "${others[0]}".`)
    if (!votes || !statements || !name || !from || !to)
      throw new Error('FILE, --statements, --name, --from and --to are needed.')
    const source = (file: string) => (/^https?:\/\//i.test(file) ? file : resolvePath(file))
    return {
      files: { votes: source(votes), statements: source(statements) },
      settings: {
        name: name.trim(),
        category,
        openedAt: readDate(from),
        closedAt: new Date(readDate(to).getTime() + 24 * 60 * 60_000),
        isDryRun: values['dry-run'] ?? false,
      },
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : ''}\n\n${usage}`, { cause: error })
  }
}

function readDate(text: string): Date {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : Number.NaN)
  // `Date` turns February 30 into a day in March.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text)
    throw new Error(`"${text}" is not a date such as 2024-03-01.`)
  return date
}
