// Apart from the elements of the head, because the first screen shows them.
export const siteName = 'WTPU'
export const tagline = 'Citizenship Before Partisanship'
