/** What a menu is about. */
export type Noun = 'post' | 'comment' | 'discussion'

/** Decision 90: says that a report stays in this browser, because nobody else receives it yet. */
export const reportSaved = (noun: Noun) =>
  ({
    title: 'Thank you for your report',
    description: `It is saved in this browser only. We do not review reported ${noun}s yet.`,
    variant: 'success',
  }) as const

export const reportRemoved = { title: 'Report removed' } as const

export const bookmarkSaved = {
  title: 'Bookmark saved',
  description: 'It is saved in this browser only.',
  variant: 'success',
} as const
export const bookmarkRemoved = { title: 'Bookmark removed' } as const

export const deleteWarnings: Record<Noun, string> = {
  post: 'The post, its comments and its likes will disappear for everyone. This cannot be undone.',
  comment: 'The comment will disappear for everyone. This cannot be undone.',
  discussion: 'The discussion and all its replies will disappear for everyone. This cannot be undone.',
}
