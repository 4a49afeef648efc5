import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { JSHandle, Page } from '@playwright/test'
import type * as engine from 'accessibility-checker-engine'

const source = readFileSync(fileURLToPath(import.meta.resolve('accessibility-checker-engine/ace.js')), 'utf8')

/** What the engine reports although it is right. A test shows that it still does. */
export const falseAlarms = [
  {
    id: 'input_label_exists',
    on: /^<output/,
    why: 'The messages of a status are its content. Only fields need labels.',
  },
  {
    id: 'input_autocomplete_valid',
    on: /type="email".*autocomplete="username( webauthn)?"/,
    why: 'HTML allows these values for fields of the type "email", and password managers look for them.',
  },
] as const

interface Finding {
  id: string
  where: string
}

/** Axe measures these too, in both themes. They take as long as all the others together. */
const measuredByAxe = ['text_contrast_sufficient', 'target_spacing_sufficient']

/**
 * The failures that the engine of IBM's Equal Access finds on the page, or in those of its parts that are not `known`. Of its
 * rules only those run that can find a failure: the others ask for a review, which nobody would read here, and take twice the
 * time.
 */
async function findingsOfSecondEngine(page: Page, parts: JSHandle<Element[]>, known: boolean[]): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'ace' in window))) await page.evaluate(source)
  return parts.evaluate(
    async (elements, { skipped, others }) => {
      const { Checker } = (window as unknown as { ace: typeof engine }).ace
      const isWholePage = elements.length > 1 ? !skipped.includes(true) : elements[0] === document.documentElement
      const roots = isWholePage ? [document] : elements.filter((_, index) => !skipped[index])
      const checker = new Checker()
      const canFail = (id: string) =>
        checker.engine.getRule(id).run.toString().includes('RuleFail') && !others.includes(id)
      const guideline = checker.getGuidelines().find(({ id }) => id === 'WCAG_2_2')
      if (!guideline) throw new Error('The engine does not know WCAG 2.2.')
      const checkpoints = guideline.checkpoints.map((point) => ({
        ...point,
        rules: point.rules?.filter(({ id }) => canFail(id)),
      }))
      // Its `disableRule` disables all rules (4.0.34).
      checker.addGuideline({ ...guideline, id: 'failures', checkpoints })
      const found: Finding[] = []
      for (const root of roots) {
        const { results } = await checker.check(root, ['failures'])
        for (const { value, node, ruleId, snippet } of results) {
          // The engine sees fields of a closed disclosure, but not their labels.
          const isClosed = node instanceof Element && node.closest('details:not([open])')
          if (String(value) === 'VIOLATION,FAIL' && !isClosed) found.push({ id: ruleId, where: snippet })
        }
      }
      return found
    },
    { skipped: known, others: measuredByAxe },
  )
}

export async function violationsOfSecondEngine(page: Page, parts: JSHandle<Element[]>, known: boolean[]) {
  const found = await findingsOfSecondEngine(page, parts, known)
  return found.filter(({ id, where }) => !falseAlarms.some((alarm) => alarm.id === id && alarm.on.test(where)))
}

/** The entries of `falseAlarms` that the page still causes. */
export async function falseAlarmsOn(page: Page) {
  const wholePage = await page.evaluateHandle(() => [document.documentElement] as Element[])
  const found = await findingsOfSecondEngine(page, wholePage, [false])
  return falseAlarms.filter((alarm) => found.some(({ id, where }) => alarm.id === id && alarm.on.test(where)))
}
