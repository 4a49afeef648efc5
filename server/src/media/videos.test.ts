import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { openFolderStore } from './file-store.ts'
import { saveVideo } from './videos.ts'

test('a video whose upload is removed before it is stored does not stop the server', async () => {
  const uncaught = vi.fn<(error: Error) => void>()
  process.on('uncaughtException', uncaught)
  const folder = temporaryFolder().at()
  const store = openFolderStore(path.join(folder, 'media'))
  const files: typeof store = {
    ...store,
    save: async (name, content) => {
      // As slow as a busy disk.
      for (let count = 0; count < 50; count++) await readdir(folder)
      await store.save(name, content)
    },
  }
  const video = {
    file: path.join(folder, 'removed'),
    folder: 'posts',
    format: 'mp4',
    beforeSave: async () => {},
  } as const

  await expect(saveVideo(files, video)).rejects.toThrow('ENOENT')

  process.off('uncaughtException', uncaught)
  expect(uncaught).not.toHaveBeenCalled()
})
