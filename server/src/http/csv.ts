/** Spreadsheet programs read a file without it in the encoding of their country. */
const byteOrderMark = '\uFEFF'

/** Rows as CSV (RFC 4180) in UTF-8. Every CSV file of texts is made here. */
export function toCsv(rows: string[][]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** Spreadsheets calculate cells that begin so; in some languages the characters are wide, and some skip what is before them. */
const formula = '[=+\\-@＝＋－＠﹦﹢﹣﹫]'
const startsLikeFormula = new RegExp(`^(?:[\\s";,\\u200b\\u2060\\ufeff]*${formula}|[\\t\\r])`)
/** Where a comma is the decimal mark, spreadsheets separate cells by semicolons or tabs, also inside of quotes. */
const afterSeparator = new RegExp(`(?=${formula})(?<=[;\\t\\r\\n][\\s"]*)`, 'g')

function cell(text: string): string {
  const escaped = `${startsLikeFormula.test(text) ? "'" : ''}${text.replace(afterSeparator, "'")}`
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
