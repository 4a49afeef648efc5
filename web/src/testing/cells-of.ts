/** The texts of all cells of a table, by row, as screen readers read them. */
export const cellsOf = (table: HTMLElement): string[][] =>
  Array.from(table.querySelectorAll('tr'), (row) => Array.from(row.children, readableText))

function readableText(cell: Element): string {
  const copy = cell.cloneNode(true)
  if (copy instanceof Element) for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
  return copy.textContent ?? ''
}
