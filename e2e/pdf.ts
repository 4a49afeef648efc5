import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of each page of a PDF. */
export async function pagesOf(pdf: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf) }).promise
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
  return Promise.all(
    numbers.map(async (number) => {
      const { items } = await (await document.getPage(number)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join('')
    }),
  )
}
