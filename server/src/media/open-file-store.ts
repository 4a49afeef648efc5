import type { Config } from '#config.ts'
import { mediaFolder, openFolderStore, type FileStore } from './file-store.ts'

/** The store that the settings name. The SDK of S3 is loaded only where it is used. */
export async function openFileStore({
  dataDir,
  mediaStore,
}: Pick<Config, 'dataDir' | 'mediaStore'>): Promise<FileStore> {
  if (!mediaStore) return openFolderStore(mediaFolder(dataDir))
  const { openS3Store } = await import('./s3-store.ts').catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    const advice = 'Run `npm start` once, or `npm install --no-save @aws-sdk/client-s3`.'
    throw new Error(`MEDIA_STORE needs the package @aws-sdk/client-s3, which is not installed. ${advice}`, {
      cause: error,
    })
  })
  return openS3Store(mediaStore)
}
