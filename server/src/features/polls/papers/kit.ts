import { type KitLink, paperLimits } from '@wtpu/contract/circles/on-demand/papers'
import { lengthProblem } from '@wtpu/contract/lengths'
import { toSingleLine } from '@wtpu/contract/schemas'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Decision } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { papers } from '#db/schema/circles.ts'
import { ApiError, assertFields, invalidInput, notFound } from '#http/errors.ts'
import { withoutSignature } from '#http/signed-media.ts'
import { NotADocument, saveDocument } from '#media/documents.ts'
import { markDocumentsUnused, markUnused, markUsed, removeUnused } from '#media/unused-media.ts'

type App = Pick<FastifyInstance, 'db' | 'files'>
type By = (tx: Db) => Promise<Decision>

/** Locks the kit of a draft. @throws ApiError 404 or 409 */
async function lockKit(tx: Db, id: number, by: By): Promise<KitLink[]> {
  await by(tx)
  const [paper] = await tx
    .select({ kit: papers.kit, sentAt: papers.sentAt })
    .from(papers)
    .where(eq(papers.id, id))
    .for('no key update')
  if (!paper) throw notFound('Paper')
  if (paper.sentAt) throw new ApiError('paper_sent')
  return paper.kit
}

/** @throws ApiError 400, 404 or 409 */
export async function addToKit(
  { db, files }: App,
  { id, by, label: typed, file }: { id: number; by: By; label: string; file: string | undefined },
): Promise<void> {
  const label = toSingleLine(typed)
  assertFields({
    label: label === '' ? 'A text is required.' : lengthProblem('A text', label, paperLimits.label),
    file: file === undefined ? 'Choose a PDF.' : undefined,
  })
  const stored: string[] = []
  const beforeSave = async (url: string) => {
    await markUnused(db, [url])
    stored.push(url)
  }
  try {
    const url = await saveDocument(files, { file: file ?? '', beforeSave })
    await db.transaction(async (tx) => {
      const kit = await lockKit(tx, id, by)
      if (kit.length >= paperLimits.kit)
        throw invalidInput({ file: [`A ballot paper can have at most ${paperLimits.kit} links and files.`] })
      await tx
        .update(papers)
        .set({ kit: [...kit, { label, url }] })
        .where(eq(papers.id, id))
      await markUsed(tx, [url])
    })
  } catch (error) {
    await removeUnused(db, files, stored)
    throw error instanceof NotADocument ? invalidInput({ file: [error.message] }) : error
  }
}

/** @throws ApiError 404 or 409 */
export async function removeFromKit(
  { db, files }: App,
  { id, by, url: typed }: { id: number; by: By; url: string },
): Promise<void> {
  const url = withoutSignature(typed)
  const removed = await db.transaction(async (tx) => {
    const before = await lockKit(tx, id, by)
    const kit = before.filter((entry) => entry.url !== url)
    if (kit.length === before.length) return []
    await tx.update(papers).set({ kit }).where(eq(papers.id, id))
    return markDocumentsUnused(tx, [{ kit: [{ url }] }])
  })
  await removeUnused(db, files, removed)
}
