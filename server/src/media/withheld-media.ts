import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { withheldMedia } from '#db/schema/media.ts'

/** What the variants of an image have in common, from a URL below /media/ or a file's name. */
function mediaKey(file: string): string {
  return /(?:^|\/media\/)([a-z]+\/[0-9a-f-]{36})/.exec(file)?.[1] ?? file
}

/** Keeps people from opening these files, given by their URLs. Call it in the transaction that removes the content. */
export async function withholdFiles(tx: Db, urls: string[]): Promise<void> {
  if (urls.length === 0) return
  await tx
    .insert(withheldMedia)
    .values(urls.map((url) => ({ key: mediaKey(url) })))
    .onConflictDoNothing()
}

/** Call it in the transaction that shows the content again, or deletes it. */
export async function releaseFiles(tx: Db, urls: string[]): Promise<void> {
  if (urls.length > 0) await tx.delete(withheldMedia).where(inArray(withheldMedia.key, urls.map(mediaKey)))
}

export async function isWithheld(db: Db, name: string): Promise<boolean> {
  return (await db.$count(withheldMedia, eq(withheldMedia.key, mediaKey(name)))) > 0
}
