/** Lengths are counted in characters as people see them, see `characterCount`. Of a discussion. */
export const titleMaxLength = 200
export const descriptionMaxLength = 20_000
