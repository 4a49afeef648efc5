/** The id of the link to a discussion in a list, to move focus to it. */
export const titleIdOf = (id: number) => `discussion-${id}`
