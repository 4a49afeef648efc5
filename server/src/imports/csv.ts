import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { toSingleLine, withoutInvisible } from '@wtpu/contract/schemas'
import { CsvError, parse, type Parser } from 'csv-parse'
import { readSource, type ReadOptions } from '#imports/read-source.ts'

/** A row of a CSV file with a header. Errors name the file, the line and the column. */
export interface Row {
  line: number
  /** The names of all columns, in the order of the file. */
  columns: readonly string[]
  /** The text of a column, with collapsed white space. */
  text(column: string): string
  /** The whole number of a column. Some sources write "100.0". */
  integer(column: string, range: { min: number; max: number }): number
  fail(column: string, problem: string): Error
  /** The error for a row with more values than columns, all of them empty. It may be one with a comma that has no quotes. */
  surplus: Error | undefined
  /** With `isLenient`: the error for a row with another number of values than columns, which would end the reading. */
  broken: Error | undefined
}

/** Reads the rows of a CSV file or URL, one after the other. Throws if a column is missing or a row is malformed. */
export async function* readCsv(
  source: string,
  columns: readonly string[],
  {
    mayBeShort = false,
    isLenient = false,
    ...reading
  }: ReadOptions & { mayBeShort?: boolean; isLenient?: boolean } = {},
): AsyncGenerator<Row> {
  // The first line of some files says what separates the values. Without its text, it counts as an empty line.
  const text = (await readSource(source, { ...reading, format: 'CSV' })).replace(/^sep=.?(?=\r?\n)/i, '')
  const [firstLine = ''] = /[^\r\n]+/.exec(text) ?? []
  let header: Header | undefined
  let lastLine = 0
  const options = {
    info: true,
    delimiter: separatorOf(firstLine),
    skip_empty_lines: true,
    // As spreadsheets save empty rows.
    skip_records_with_empty_values: true,
    trim: true,
    // Files that were joined from several have more than one kind.
    record_delimiter: ['\r\n', '\n', '\r'],
    // Surplus cells may be empty. See `checkLength`.
    relax_column_count: true,
    max_record_size: maxRowBytes,
    on_record: (record: string[], { lines }: { lines: number }) => {
      lastLine = lines
      return record
    },
  }
  try {
    for await (const parsed of Readable.from(piecesOf(text)).pipe(ofAnyLength(parse(options)))) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape that the option `info` gives
      const { record, info } = parsed as { record: string[]; info: { lines: number } }
      if (header) {
        const place = { source, line: info.lines }
        const length = checkLength(record, header, mayBeShort, place)
        if (length?.isBroken && !isLenient) throw length.error
        yield toRow(record, header, {
          ...place,
          surplus: length?.error,
          broken: length?.isBroken ? length.error : undefined,
        })
      } else header = checkHeader(`${source}, line ${info.lines}`, record, columns)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // A quote that is never closed runs to the end of the file. Its row begins after the last whole one.
    const isOpenQuote = error.code === 'CSV_QUOTE_NOT_CLOSED'
    const line = !isOpenQuote && 'lines' in error && typeof error.lines === 'number' ? error.lines : lastLine + 1
    const index = 'column' in error && typeof error.column === 'number' ? error.column : undefined
    const column = index === undefined ? '' : `, column ${nameColumn(header?.columns ?? [], index)}`
    throw new Error(`${source}, line ${line}${column} is not valid CSV: ${describeProblem(error)}.`, { cause: error })
  }
}

/**
 * The parser makes an error of each row that has more or fewer values than the first one, also if it skips the row, and drops it. That
 * takes twenty times as long as the row.
 */
function ofAnyLength(parser: Parser): Parser {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types leave it out
  const { state } = parser as unknown as { state: { record: string[] } }
  Object.defineProperty(state, 'expectedRecordLength', { get: () => state.record.length, set: () => {} })
  return parser
}

/** The parser keeps all rows of a piece in memory, and a file can have millions. Other work of the process has its turn in between. */
async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    yield bytes.subarray(start, start + pieceBytes)
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    await setImmediate()
  }
}

const pieceBytes = 16 * 1024
/** A row of a conversation has up to 2,000 statements. */
const maxRowBytes = 1024 * 1024

/** Spreadsheets of many countries write a semicolon, and copied tables have tabs. No name of a column has any of them. */
const separatorOf = (firstLine: string): string =>
  [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] ?? ','

/** What is wrong with the number of values. Surplus ones that are empty do not break a row. */
function checkLength(
  record: string[],
  { columns }: Header,
  mayBeShort: boolean,
  { source, line }: { source: string; line: number },
): { error: Error; isBroken: boolean } | undefined {
  const found = record.findLastIndex((value) => value !== '') + 1
  if (record.length === columns.length || (mayBeShort && record.length < columns.length)) return undefined
  const difference = `it has ${record.length} ${record.length === 1 ? 'value' : 'values'}, but the first line ${columns.length}`
  const advice = record.length < columns.length ? '' : '. Put values with a comma in quotes: "Council, District 2"'
  const error = new Error(`${source}, line ${line} is not valid CSV: ${difference}${advice}.`)
  return { error, isBroken: record.length < columns.length || found > columns.length }
}

/** In words for people who edit a table, and with the way to repair it. */
function describeProblem(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is never closed'
  if (error.code === 'INVALID_OPENING_QUOTE' || error.code === 'CSV_INVALID_CLOSING_QUOTE')
    return 'a quote is inside a value. Put the whole value in quotes, and write each quote in it twice: "Ann ""Annie"" Lee"'
  if (error.code === 'CSV_MAX_RECORD_SIZE') return 'a row is longer than 1 MB. Perhaps a quote is never closed'
  return error.message
}

/** A conversation has a column for each of up to 2,000 statements, and exports of spreadsheets may have some more. */
const maxColumns = 5_000

interface Header {
  columns: string[]
  /** The index of each column, because files may have thousands of columns. */
  indexes: Map<string, number>
}

function checkHeader(place: string, header: string[], wanted: readonly string[]): Header {
  if (header.length > maxColumns)
    throw new Error(`${place} has ${header.length} columns. A file may have at most ${maxColumns}.`)
  const columns = header.map((column) => toSingleLine(withoutInvisible(column)).toLowerCase())
  const missing = wanted.filter((column) => !columns.includes(column))
  const advice =
    missing.length === wanted.length ? ' Name the columns in the first line, with commas between them.' : ''
  if (missing.length > 0) throw new Error(`${place} has no column ${missing.join(', ')}.${advice}`)
  const indexes = new Map(columns.map((column, index) => [column, index]))
  const twice = columns.find((column, index) => column !== '' && indexes.get(column) !== index)
  if (twice !== undefined) throw new Error(`${place} has the column ${twice} twice.`)
  return { columns, indexes }
}

function toRow(
  record: string[],
  { columns, indexes }: Header,
  { source, line, ...found }: { source: string; line: number } & Pick<Row, 'surplus' | 'broken'>,
): Row {
  const row: Row = {
    line,
    columns,
    ...found,
    text: (column) => {
      const text = (record[indexes.get(column) ?? -1] ?? '').replace(/\s+/g, ' ').trim()
      if (text.includes('\uFFFD'))
        throw row.fail(column, 'has letters that are not UTF-8. Save the file as “CSV UTF-8”')
      // PostgreSQL cannot store NUL.
      if (text.includes('\0')) throw row.fail(column, 'contains characters that cannot be stored')
      return text
    },
    integer: (column, { min, max }) => {
      const text = row.text(column)
      const number = /^-?\d{1,10}(\.0)?$/.test(text) ? Number(text) : Number.NaN
      if (number >= min && number <= max) return number
      throw row.fail(column, `is "${text}", not a whole number from ${min} to ${max}`)
    },
    fail: (column, problem) => {
      return new Error(`${source}, line ${line}, column ${nameColumn(columns, indexes.get(column) ?? -1)} ${problem}.`)
    },
  }
  return row
}

/** For example "5 (cast_code)". */
function nameColumn(header: string[], index: number): string {
  const name = header[index]
  return name === undefined ? String(index + 1) : `${index + 1} (${name})`
}
