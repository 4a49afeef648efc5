import { useId, type ReactNode } from 'react'
import { classes } from '#lib/classes.ts'

/** A table that scrolls inside its own frame, also by keyboard. On a phone, its rows are two lines, with the titles of numbers. */
export function DataTable({
  label,
  columns,
  rows,
  className,
}: {
  label: string
  /** The first column holds the row headers. Columns with `count` hold numbers; `short` is their title on a phone. */
  columns: readonly { title: string; count?: boolean; short?: string }[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  className?: string
}) {
  const captionId = useId()
  const align = (column: number) =>
    classes('px-2 py-2 @4xl:px-3', columns[column]?.count ? 'text-right tabular-nums' : 'text-left')
  return (
    <section
      aria-labelledby={captionId}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be focusable
      tabIndex={0}
      className={classes(
        'overflow-auto rounded-control border border-line focus-visible:-outline-offset-2 print:static! print:max-h-none! print:overflow-visible',
        className,
      )}
    >
      <table className="rows-in-two-lines w-full border-collapse text-sm">
        <caption id={captionId} className="sr-only">
          {label}
        </caption>
        <thead className="sticky top-0 bg-sunken text-soft">
          <tr>
            {columns.map(({ title }, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns never change order
              <th key={column} scope="col" className={classes(align(column), 'font-semibold')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-t border-line max-[30rem]:px-3 max-[30rem]:py-2">
              {cells.map((cell, column) =>
                column === 0 ? (
                  <th key="head" scope="row" className={classes(align(column), 'font-medium')}>
                    {cell}
                  </th>
                ) : (
                  // oxlint-disable-next-line react/no-array-index-key -- columns never change order
                  <td key={column} className={align(column)}>
                    {columns[column]?.count && cell !== '' && (
                      <span aria-hidden className="min-[30rem]:hidden">
                        {columns[column].short ?? columns[column].title}{' '}
                      </span>
                    )}
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
