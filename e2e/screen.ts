import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type JSHandle, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { violationsOfSecondEngine } from './second-engine.ts'

/** Waits until the app is there, the heading is shown, all skeletons are gone and the fonts are loaded. */
export async function waitForContent(page: Page): Promise<void> {
  await expect(page.locator('#first')).toHaveCount(0)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // The heading of what has loaded may replace the one that was shown meanwhile.
  await expect(page.locator('h1')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}

/** Checks the loaded page with two engines, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  await waitForContent(page)
  await expectNoViolations(page)
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** WCAG 2.2 A and AA, and what axe calls best practices. */
const allRules: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
}
/** The other rules do not look at colors, so they find the same in both themes. */
const colorRules: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }
/** Two landmarks must have different names, also if only one of them is new. */
const betweenParts: axe.RunOptions = { runOnly: ['landmark-unique'] }

/** What this process has found to be without violations, as text. */
const judged = new Set<string>()

/**
 * Checks the page as it is now with axe in both themes, and with a second engine in one, for example while it is loading.
 * `within` is the selector of a part, which is faster. What has not changed since another check in this process is not checked
 * again: most pages have the same header and footer, and many are the same signed out and signed in.
 */
export async function expectNoViolations(page: Page, within = 'html'): Promise<void> {
  await page.evaluate(renderAllRows)
  await page.evaluate(letStickyPartsScroll)
  await showTheme(page, 'light')
  const parts = await page.evaluateHandle(partsOf, within)
  const texts = await parts.evaluate(textsOf)
  expect(texts.length, within).toBeGreaterThan(0)
  const known = texts.map((text) => judged.has(text))
  if (known.every(Boolean)) return
  const light = [
    ...(await violations(page, parts, known, allRules)),
    ...(known.includes(true) ? await violations(page, parts, [], betweenParts) : []),
    ...(await violationsOfSecondEngine(page, parts, known)),
  ]
  await showTheme(page, 'dark')
  const dark = await violations(page, parts, known, colorRules)
  await showTheme(page, 'light')
  await expectReadableSize(page)
  expect({ light, dark }).toEqual({ light: [], dark: [] })
  for (const text of texts) judged.add(text)
}

/** The main element, and the header, the footer and what else is beside it; or the only part that was asked for. */
function partsOf(within: string): Element[] {
  const main = within === 'html' ? document.querySelector('main') : null
  if (!main) return [...document.querySelectorAll(within)].slice(0, 1)
  const parts: Element[] = [main]
  for (let element: Element = main; element.parentElement && element !== document.body; element = element.parentElement)
    parts.push(...[...element.parentElement.children].filter((other) => other !== element && !other.matches('script')))
  return parts
}

/** All that decides about violations: the markup without generated ids, what fields contain, and the width. */
function textsOf(parts: Element[]): string[] {
  return parts.map((part) => {
    // All links to the page itself look alike, so only their number counts.
    const markup = part.outerHTML.replaceAll(
      /_r_\w+_|:r\w+:| active(?=")| data-status="active"| aria-current="page"/g,
      '',
    )
    const current = part.querySelectorAll('[aria-current="page"]').length
    const fields = [...part.querySelectorAll<HTMLInputElement>('input, select, textarea')]
    const values = fields.map(({ value, checked, disabled }) => [value, checked, disabled])
    const isHidden = part.closest('[aria-hidden="true"], [inert]') !== null
    return JSON.stringify([markup, current, values, isHidden, window.innerWidth])
  })
}

/** No text is smaller than 14 px, and no text in a chart. */
export async function expectReadableSize(page: Page): Promise<void> {
  expect(await page.evaluate(textsBelow, 14)).toEqual([])
}

/** Texts that are seen with a smaller size, also because a picture is drawn smaller than its units. Runs in the page. */
function textsBelow(smallest: number): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    const text = texts.currentNode.textContent?.trim()
    if (!parent || !text || !parent.checkVisibility({ visibilityProperty: true }) || parent.closest('.sr-only'))
      continue
    const scale = parent instanceof SVGGraphicsElement ? (parent.getScreenCTM()?.a ?? 1) : 1
    const size = Number.parseFloat(getComputedStyle(parent).fontSize) * scale
    if (size < smallest - 0.01) found.push(`${size.toFixed(1)} px: ${text}`)
  }
  return found
}

async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
  await page.evaluate(async (dark) => {
    // The site gate does not follow changes of the system's theme, and other pages follow a moment later.
    document.documentElement.classList.toggle('dark', dark)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }, colorScheme === 'dark')
}

/** Runs axe in the page, except on the `known` parts. Its package for Playwright does too, but takes four times as long. */
async function violations(page: Page, parts: JSHandle<Element[]>, known: boolean[], options: axe.RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return parts.evaluate(
    async (elements, { skipped, options: runOptions }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const exclude = elements.filter((_, index) => skipped[index])
      const include = elements.length === 1 ? elements : [document.documentElement]
      const { violations: found } = await run({ include, exclude }, runOptions)
      return found.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))
    },
    // Without the contents of style sheets, which none of these rules reads.
    { skipped: known, options: { ...options, resultTypes: ['violations' as const], preload: false } },
  )
}

/** Rows outside the window (`content-visibility: auto`) keep the colors of the previous theme until they are scrolled to. */
function renderAllRows(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/**
 * What the sticky header covers depends on how far the page is scrolled, and anyone can scroll on. Axe would report a button
 * that is half covered as too small.
 */
function letStickyPartsScroll(): void {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (getComputedStyle(element).position === 'sticky') {
      element.style.position = 'relative'
      element.style.inset = 'auto'
    }
  }
}

export async function expectNoHorizontalScroll(page: Page, width = 320): Promise<void> {
  await page.setViewportSize({ width, height: 700 })
  await waitForContent(page)
  await expect.poll(() => horizontalOverflow(page)).toBe(0)
}

/**
 * WCAG 1.4.10, 2.4.11 and 3.2.1, in the window that 1280 × 1024 pixels are at a zoom of 400%: nothing scrolls sideways, bars
 * leave half of the height and do not cover what has the focus, and focus alone opens nothing.
 */
export async function expectRoomInSmallWindow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 })
  await waitForContent(page)
  await expect.poll(() => horizontalOverflow(page)).toBe(0)
  const address = page.url()
  expect(await page.evaluate(coveredInSmallWindow)).toEqual([])
  expect(page.url()).toBe(address)
  await expect(page.locator('[role="dialog"], [role="menu"]')).toHaveCount(0)
}

/** Describes what covers too much, and the controls that are covered once they have the focus. Runs in the page. */
function coveredInSmallWindow(): string[] {
  const nameOf = (element: Element) => element.outerHTML.slice(0, 200)
  const isSeen = (element: HTMLElement) => {
    const box = element.getBoundingClientRect()
    const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)]
    const width = Math.min(box.right, window.innerWidth) - left
    const height = Math.min(box.bottom, window.innerHeight) - top
    const parts = [0.1, 0.3, 0.5, 0.7, 0.9]
    return parts.some((right) =>
      parts.some((down) => {
        const hit = document.elementFromPoint(left + width * right, top + height * down)
        return (
          hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element)
        )
      }),
    )
  }
  window.scrollTo(0, 300)
  const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
    const { position } = getComputedStyle(element)
    const { top, bottom } = element.getBoundingClientRect()
    return (position === 'fixed' || (position === 'sticky' && top <= 0 && bottom > 0)) && isSeen(element)
  })
  const covered = bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0)
  const controls = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]'),
  ]
  const hidden = controls.filter((control) => {
    if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) return false
    control.focus()
    return document.activeElement === control && !isSeen(control)
  })
  return [...(covered > window.innerHeight / 2 ? bars : []), ...hidden].map(nameOf)
}

/** Controls that are disabled although they are not busy, and do not say why. Runs in the page. */
function disabledWithoutReason(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    ':is(button, input, select, textarea):disabled, [aria-disabled="true"]',
  )
  return [...controls]
    .filter((control) => {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[aria-busy="true"]')) return false
      const reason = document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent
      return !control.title && !reason && control.textContent !== 'All are read'
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 200))
}

export async function expectReasonsOfDisabled(page: Page): Promise<void> {
  // A list whose end comes into view in another window loads more rows, and its button waits for them.
  await expect.poll(() => page.evaluate(disabledWithoutReason)).toEqual([])
}

/** Whether nothing covers the middle of an element. */
export const isOnTop = (element: Locator) =>
  element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

/** Where an element is in the window, once it no longer moves. */
export async function restingTop(element: Locator): Promise<number> {
  let top = Number.NaN
  await expect
    .poll(async () => {
      const before = top
      top = await element.evaluate((node) => node.getBoundingClientRect().top)
      return top - before
    })
    .toBe(0)
  return top
}

const spacedText = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

/** WCAG 1.4.12: on a small phone, wide spacing of text must not cause horizontal scrolling. */
export async function expectSpacedTextFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 740 })
  const sheet = await page.evaluateHandle((rules) => {
    const added = new CSSStyleSheet()
    added.replaceSync(rules)
    document.adoptedStyleSheets.push(added)
    return added
  }, spacedText)
  await expect.poll(() => horizontalOverflow(page)).toBe(0)
  await sheet.evaluate((added) => added.replaceSync(''))
}

/** WCAG 1.4.4: on a small phone, text at 200% must neither cause horizontal scrolling nor run a few letters a line. */
export async function expectLargeTextFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 740 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await waitForContent(page)
  await expect.poll(() => horizontalOverflow(page)).toBe(0)
  expect(await page.evaluate(narrowTexts)).toEqual([])
}

/** Texts of several words that have fewer than four characters a line. Runs in the page. */
function narrowTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    if (text.length < 12 || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 1)
    const lines = new Set(boxes.map(({ top }) => Math.round(top))).size
    if (lines > 0 && text.length / lines < 4) found.push(`${text.length} characters in ${lines} lines: ${text}`)
  }
  return found
}

function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** The cumulative layout shift since the page was opened, without shifts that follow user input. Prints what moved. */
export async function layoutShift(page: Page): Promise<number> {
  const shifts = await page.evaluate(async () => {
    // Shifts are recorded when a frame is rendered, so wait until the current content has been rendered.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const entries = observer.takeRecords() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    })[]
    observer.disconnect()
    return entries
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .map(({ value, sources }) => ({
        value,
        moved: sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `“${node?.textContent?.slice(0, 60)}” from ${from.y} (${from.height} px) to ${to.y} (${to.height} px)`,
        ),
      }))
  })
  for (const { value, moved } of shifts) if (value >= 0.005) console.log(`Layout shift ${value}:`, ...moved)
  return shifts.reduce((sum, { value }) => sum + value, 0)
}

/** Collects console errors: blocked scripts, failed loads, React warnings. Ignores 404 responses. */
export function collectConsoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/** Opens a page that uses all responses requested before its scripts run. Each is removed when it is used. */
export async function expectPrefetchedToBeUsed(page: Page, path: string): Promise<void> {
  const unused = () => page.evaluate(() => Object.keys(Reflect.get(window, 'prefetched').responses))
  // A change by another test discards those that are not used yet.
  await expect(async () => {
    await page.goto(path)
    await waitForContent(page)
    await expect.poll(unused, { timeout: 5_000 }).toEqual([])
  }).toPass()
}
