/** The fifty states and DC as a tile grid map. A dot is an empty cell. */
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

/** Each tile with its 1-based position in a CSS grid of 11 columns. */
export const stateTiles = rows.flatMap((row, y) =>
  row
    .split(' ')
    .map((code, x) => ({ code, gridColumn: x + 1, gridRow: y + 1 }))
    .filter(({ code }) => code !== '.'),
)
