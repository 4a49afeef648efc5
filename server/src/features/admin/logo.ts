import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { isOtherKind, sentences } from '@wtpu/contract/on-demand/rejected-files'
import { logoPath, logoTypes, type Logo } from '@wtpu/contract/site/logo'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { loadIdentity } from '#db/identity.ts'
import { logoFiles, site } from '#db/schema/site.ts'
import { ApiError, invalidInput } from '#http/errors.ts'
import { publish } from '#live/publish.ts'
import type { ImageQueue } from '#media/image-queue.ts'
import { JobRejected, JobsBusy } from '#processes/job-queue.ts'
import { lockIdentity } from './identity.ts'

interface LogoChange {
  /** Path of the uploaded file. Without it, the site has the default logo again. */
  file: string | undefined
  version: number
  by: (tx: Db) => Promise<Decision>
}

/**
 * Replaces the logo. Like the other changes of name and look, only one is based on a version.
 * @throws ApiError 400, 409 or 503
 */
export async function changeLogo(db: Db, images: ImageQueue, { file, version, by }: LogoChange): Promise<void> {
  const made = file === undefined ? undefined : await makeLogo(images, file)
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    const before = await lockIdentity(tx, version)
    if (before.logo?.src === made?.logo.src) return
    await tx.delete(logoFiles)
    if (made) await tx.insert(logoFiles).values(made.files)
    await tx.update(site).set({ logo: made?.logo ?? null, identityVersion: version + 1 })
    const action = { action: 'identity', subjectKind: 'site', subjectId: 0 } as const
    await recordModeration(tx, action, { ...decision, reason: 'Changed of the site: logo.' })
  })
  await loadIdentity(db)
  publish(db, { kind: 'site' })
}

async function makeLogo(images: ImageQueue, file: string) {
  const into = `${file}-logo`
  try {
    const { width, height } = await images.run({ file, into, isLogo: true })
    const made = await Promise.all(
      (await readdir(into)).toSorted().map(async (name) => ({ name, body: await readFile(path.join(into, name)) })),
    )
    const hash = createHash('sha256')
    for (const { body } of made) hash.update(body)
    const src = logoPath(hash.digest('hex').slice(0, 16), 'header')
    const files = made.map(({ name, body }) => ({ name: path.basename(src).replace('header.png', name), body }))
    return { logo: { src, width, height } satisfies Logo, files }
  } catch (error) {
    if (error instanceof JobsBusy) {
      const detail = 'Many images are being uploaded right now. Please try again in a moment.'
      throw new ApiError('busy', { detail, retryAfter: 10 })
    }
    if (!(error instanceof JobRejected)) throw error
    const { message } = error
    const isOther = message === '' || isOtherKind(message)
    throw invalidInput({ logo: [sentences(message, isOther ? `Please choose a ${logoTypes} image.` : undefined)] })
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}
