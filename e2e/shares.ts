import type { Page } from '@playwright/test'

/** The pages that show percentages of people or cases, to everyone or to members. */
export const showShares = [
  '/',
  '/polls',
  '/polls/1',
  '/results/1',
  '/politicians',
  '/politicians/1',
  '/common-ground',
  '/dashboard',
]

/** Fixed figures of the specification, and words about intervals. */
const noShares = ['98%', '95%', '95% interval']

/**
 * The percentages of a page. `unexplained`: those without a number of people or cases beside them, or on a page that does not say
 * who these people are.
 */
export function readShares(page: Page): Promise<{ shown: number; unexplained: string[] }> {
  return page.evaluate((exceptions) => {
    const number =
      /\d[\d,.]*[KM]? (votes?|ratings?|people|person|members?|cases|decisions|reports)\b|\bof [\d,.]+[KM]?\b/i
    const main = document.querySelector('main')!
    const unexplained: string[] = []
    let shown = 0
    for (const element of main.querySelectorAll('*')) {
      const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      const text = texts
        .map((node) => node.textContent)
        .join('')
        .trim()
      // Sentences with percentages, such as those of a rule, are longer.
      if (!/^.{0,20}\d{1,3}%.{0,60}$/.test(text) || exceptions.includes(text) || !element.checkVisibility()) continue
      shown += 1
      const part: HTMLElement = element.closest('article, section, tr, [role=tabpanel]') ?? main
      const isOfCongressOrCases = /contested|cases|decisions/.test(part.innerText)
      if (!number.test(part.innerText)) unexplained.push(`${text} has no number: ${part.innerText.slice(0, 80)}`)
      else if (!isOfCongressOrCases && !/not a sample/.test(main.innerText)) {
        unexplained.push(`${text} does not say whose it is: ${part.innerText.slice(0, 80)}`)
      }
    }
    return { shown, unexplained }
  }, noShares)
}
