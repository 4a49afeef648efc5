import { stateTiles } from '#lib/state-tiles.ts'

/** A decorative map of the country, one tile per state, all in one color. */
export function StateTiles() {
  return (
    <figure>
      <div aria-hidden className="grid grid-cols-11 gap-1 select-none sm:gap-1.5">
        {stateTiles.map(({ code, ...place }) => (
          <span
            key={code}
            style={place}
            className="flex aspect-square items-center justify-center rounded-[0.2rem] bg-brand text-[clamp(0.5rem,1.9vw,0.8125rem)] font-medium text-on-brand"
          >
            {code}
          </span>
        ))}
      </div>
      <figcaption className="mt-5 border-t border-line pt-3 text-sm text-soft">
        50 states and the capital, in one color.
      </figcaption>
    </figure>
  )
}
