/** Decision 90: says that a report stays in this browser, because nobody else receives it yet. */
export const reportSaved = (noun: 'post' | 'comment') =>
  ({
    title: 'Thank you for your report',
    description: `It is saved in this browser only. We do not review reported ${noun}s yet.`,
    variant: 'success',
  }) as const

export const reportRemoved = { title: 'Report removed' } as const
