import { parseArgs } from 'node:util'
import { recordModeration } from '#community/moderation.ts'
import { runCommand, userName } from './run-command.ts'
import { congressUrl } from '#imports/congress.ts'
import { importOfficials, type Sources } from '#imports/officials.ts'
import { fetchPhotos } from '#imports/photos.ts'
import { formatPhotos, formatReport, showProgress } from '#imports/report.ts'
import { openFileStore } from '#media/open-file-store.ts'
import { ImageQueue } from '#media/image-queue.ts'

const usage = `npm run import:officials -- [--congress FILE|URL] [--governors FOLDER] [--own FILE]

  --congress FILE|URL   members of Congress: YAML or JSON of congress-legislators
                        (default: ${congressUrl})
  --no-congress         do not import members of Congress
  --own FILE            your own officials: a CSV file with the columns name, office, place, party, contact,
                        and optionally photo, id
  --governors FOLDER    governors: a checkout of openstates/people (default: do not import governors)`

await runCommand(
  async ({ open, resolvePath, config }) => {
    const sources = readArguments(resolvePath)
    const { db } = await open()
    const progress = showProgress(process.stderr)
    const startedAt = performance.now()
    const imported = { action: 'import', subjectKind: 'politician', subjectId: 0 } as const
    const report = await importOfficials(db, sources, {
      record: (tx, reason) => recordModeration(tx, imported, { actor: userName(), reason }),
      onProgress: progress.update,
    }).finally(progress.finish)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`\n  Officials imported in ${seconds} s\n\n${formatReport(report)}\n`)
    const media = { files: await openFileStore(config), images: new ImageQueue() }
    const photos = await fetchPhotos(db, media, { onProgress: progress.update }).finally(async () => {
      progress.finish()
      await media.images.close()
    })
    console.log(`${formatPhotos(photos)}\n`)
  },
  { usage },
)

function readArguments(resolvePath: (argument: string) => string): Sources {
  const options = {
    congress: { type: 'string' },
    'no-congress': { type: 'boolean' },
    governors: { type: 'string' },
    own: { type: 'string' },
  } as const
  const { values } = (() => {
    try {
      return parseArgs({ options })
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : ''}\n\n${usage}`, { cause: error })
    }
  })()
  const source = values.congress ?? congressUrl
  const resolved = /^https?:\/\//i.test(source) ? source : resolvePath(source)
  const congress = values['no-congress'] ? undefined : resolved
  const governors = values.governors === undefined ? undefined : resolvePath(values.governors)
  const own = values.own === undefined ? undefined : resolvePath(values.own)
  if (!congress && !governors && !own) throw new Error(`Nothing to import.\n\n${usage}`)
  return { congress, governors, own }
}
