import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * Files below /media/ that no content uses: of a post that is being created, or of one that was deleted. A row is inserted
 * before its file is stored and deleted in the transaction of the content that uses the file. Rows that stay are left over
 * from a failure, and their files are swept (media/unused-media.ts).
 */
export const unusedMedia = pgTable(
  'unused_media',
  {
    /** The URL; of an image, its largest variant. */
    file: text().primaryKey(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('unused_media_oldest').on(table.createdAt)],
)

/** Files of posts that are removed, which nobody can open while the decision may still be undone. */
export const withheldMedia = pgTable('withheld_media', {
  /** The folder and the id of the file, without the width of an image and the ending. */
  key: text().primaryKey(),
})
