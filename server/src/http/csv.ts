/** Spreadsheet programs read a file without it in the encoding of their country. */
const byteOrderMark = '\uFEFF'

/** Rows as CSV (RFC 4180) in UTF-8. */
export function toCsv(rows: string[][]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(text: string): string {
  // Spreadsheets execute cells that begin like a formula.
  const escaped = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
