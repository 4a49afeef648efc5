/** What the gate does, and what not. */
export const curtain =
  'The code hides the pages. It does not keep anyone from reading or joining by other ways; choose “Members only” for that.'
