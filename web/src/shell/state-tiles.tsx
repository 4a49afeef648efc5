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
].map((row) => row.split(' '))

/** A picture of the country in one color. */
export function StateTiles() {
  return (
    <figure>
      <div aria-hidden className="grid grid-cols-11 gap-1 select-none sm:gap-1.5">
        {rows.flatMap((row, y) =>
          row.map((code, x) =>
            code === '.' ? null : (
              <span
                key={code}
                style={{ gridColumn: x + 1, gridRow: y + 1 }}
                className="flex aspect-square items-center justify-center rounded-[0.2rem] bg-brand text-[clamp(0.5rem,1.9vw,0.8125rem)] font-medium text-on-brand"
              >
                {code}
              </span>
            ),
          ),
        )}
      </div>
      <figcaption className="mt-5 border-t border-line pt-3 text-sm text-soft">
        50 states and the capital, in one color.
      </figcaption>
    </figure>
  )
}
