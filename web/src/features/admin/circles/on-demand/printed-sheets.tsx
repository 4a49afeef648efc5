import type { Paper } from '@wtpu/contract/circles/on-demand/papers'
import type { Sheet, Sheets } from '@wtpu/contract/circles/on-demand/sheets'
import { createPortal } from 'react-dom'
import { fullDate } from '#lib/dates.ts'
import { QrCode } from '#ui/on-demand/qr-code.tsx'
import { styleSingleton } from '#ui/on-demand/style-singleton.ts'

export const layouts = {
  slips: 'Eight to a page, to hand out',
  page: 'One each, to fill in',
  large: 'One each, in large print',
}
export type Layout = keyof typeof layouts
export const pageSizes = { letter: 'Letter', a4: 'A4' }
export type PageSize = keyof typeof pageSizes

const perPage = 8
export const pagesOf = (sheets: number) => Math.ceil(sheets / perPage)

/** Four rows fill a page within its margins. */
const rowHeights: Record<PageSize, number> = { letter: 64, a4: 68 }

/** Only this part of the page is printed. */
const stylesOf = (size: PageSize, layout: Layout) => `
.sheets { display: none }
@media print {
  @page { size: ${size}; margin: 10mm }
  html, body { background: #fff !important }
  body > :not(.sheets) { display: none !important }
  .sheets { display: block; color: #000; font-size: ${layout === 'large' ? 20 : layout === 'page' ? 12 : 9}pt; line-height: 1.25; overflow-wrap: anywhere }
  .sheets svg { flex: none; width: ${layout === 'slips' ? 34 : 40}mm; height: auto }
  .sheets h2 { margin: 0 0 2mm; font-size: 1.2em }
  .sheets p { margin: 0 0 1mm }
  .sheets .code { font: bold 1.4em monospace; white-space: nowrap }
  .sheets .slips { display: grid; grid-template: repeat(4, ${rowHeights[size]}mm) / 1fr 1fr }
  .sheets .slips:not(:last-child), .sheets .sheet:not(:last-child) { break-after: page }
  .sheets .slip { padding: 3mm; border: 0.2mm dashed #888; overflow: hidden }
  .sheets .key { display: flex; gap: 4mm; align-items: center; break-inside: avoid }
  .sheets .strip { margin-bottom: 6mm; padding-bottom: 3mm; border-bottom: 0.4mm dashed #000 }
  .sheets ol { padding-left: 1.5em; list-style: decimal }
  .sheets li { margin: 5mm 0; break-inside: avoid }
  .sheets .box { display: inline-block; width: 1em; height: 1em; margin-right: 0.5em; border: 0.4mm solid #000; vertical-align: -0.1em }
}`

const Styles = styleSingleton()

interface Printed {
  paper: Paper
  questions: Sheets['questions']
  sheets: readonly Sheet[]
}

export function PrintedSheets({ layout, size, ...printed }: Printed & { layout: Layout; size: PageSize }) {
  const { sheets } = printed
  const pages = Array.from({ length: pagesOf(sheets.length) }, (_, page) =>
    sheets.slice(perPage * page, perPage * (page + 1)),
  )
  return createPortal(
    <div className="sheets">
      <Styles styles={stylesOf(size, layout)} />
      {layout === 'slips'
        ? pages.map((page) => (
            <div key={page[0]?.code} className="slips">
              {page.map((sheet) => (
                <div key={sheet.code} className="slip">
                  <h2>{printed.paper.title}</h2>
                  <Key {...sheet} closes={printed.paper.closes_at}>
                    <p>{sheet.name || sheet.list_id}</p>
                  </Key>
                </div>
              ))}
            </div>
          ))
        : sheets.map((sheet) => <FullSheet key={sheet.code} {...printed} sheet={sheet} />)}
    </div>,
    document.body,
  )
}

function Key({ code, url, closes, children }: Sheet & { closes: string; children?: React.ReactNode }) {
  return (
    <div className="key">
      <QrCode text={url} label={`Link of the ballot ${code}`} />
      <div>
        {children}
        <p className="code" translate="no">
          {code}
        </p>
        <p>To answer online, scan the square, or type the code at {url.replace(/^https?:\/\/|#.*$/g, '')}.</p>
        <p>The ballot closes on {fullDate(closes)}.</p>
      </div>
    </div>
  )
}

/** The name is not on the part that comes back. */
function FullSheet({ paper, questions, sheet }: Omit<Printed, 'sheets'> & { sheet: Sheet }) {
  const person = sheet.name || sheet.list_id
  return (
    <div className="sheet">
      {person !== '' && (
        <div className="strip">
          <p>For {person}</p>
          <p>Cut off this strip before you give the sheet back, so that your name is not on it.</p>
          <p>Those who keep the list can tell by the code whose sheet it is.</p>
        </div>
      )}
      <h2>{paper.title}</h2>
      {paper.introduction.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <ol>
        {questions.map(({ poll, question, options }) => (
          <li key={poll}>
            {question}
            {options.map(({ id, text }) => (
              <div key={id}>
                <span className="box" />
                {text}
              </div>
            ))}
          </li>
        ))}
      </ol>
      <Key {...sheet} closes={paper.closes_at} />
    </div>
  )
}
