/** The kinds of questions of roll calls. */
export const rollCallCategories = ['passage', 'nomination', 'amendment', 'procedure'] as const
