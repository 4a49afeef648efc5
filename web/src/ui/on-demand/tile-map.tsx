import type { CSSProperties, ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { stateTiles } from '#lib/state-tiles.ts'

export interface TileStyle {
  className: string
  style?: CSSProperties
  symbol?: ReactNode
}

/** The states as tiles. Hidden from screen readers: the page must show the same content as a table. */
export function TileMap({
  tile,
  children,
}: {
  tile: (code: string) => TileStyle & { title: string }
  /** The entries of the legend. */
  children: ReactNode
}) {
  return (
    <div aria-hidden className="@container break-inside-avoid">
      <div className="grid grid-cols-11 gap-0.5 select-none @xs:gap-1">
        {stateTiles.map(({ code, ...place }) => {
          const { className, style, symbol, title } = tile(code)
          return (
            <span
              key={code}
              style={{ ...style, ...place }}
              title={title}
              className={classes(
                'flex aspect-[5/6] flex-col items-center justify-center rounded-[0.2rem] leading-none @sm:aspect-square',
                className,
              )}
            >
              <span className="text-[14px] leading-none">{code}</span>
              {symbol !== undefined && (
                <span className="mt-px flex w-full justify-center text-[clamp(14px,3.2cqw,1rem)] leading-none font-bold">
                  {symbol}
                </span>
              )}
            </span>
          )
        })}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">{children}</ul>
    </div>
  )
}

export function LegendEntry({ className, style, symbol, children }: TileStyle & { children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span
        style={style}
        className={classes(
          'flex size-5 shrink-0 items-center justify-center rounded-[0.25rem] text-sm leading-none font-bold',
          className,
        )}
      >
        {symbol}
      </span>
      {children}
    </li>
  )
}
