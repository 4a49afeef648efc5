/** The fifty states and the capital as tiles, row by row; a dot is water. */
const rows = [
  'AK . . . . . . . . . ME',
  '. . . . . . . . . VT NH',
  'WA ID MT ND MN IL WI MI NY RI MA',
  'OR NV WY SD IA IN OH PA NJ CT .',
  'CA UT CO NE MO KY WV VA MD DE .',
  '. AZ NM KS AR TN NC SC DC . .',
  '. . . OK LA MS AL GA . . .',
  'HI . . TX . . . . FL . .',
]

/** Each tile with its place in a grid of 11 columns, counted from 1 as CSS does. */
export const stateTiles = rows.flatMap((row, y) =>
  row
    .split(' ')
    .map((code, x) => ({ code, gridColumn: x + 1, gridRow: y + 1 }))
    .filter(({ code }) => code !== '.'),
)
