import type { Page } from '@playwright/test'

/**
 * Translates the page, now, after each change and after each navigation, for a person who reads Spanish. The words stay, so that
 * locators find them.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'es' }))
  // A person asks for a translation of a page that has loaded.
  if (page.url().startsWith('http'))
    await page.waitForFunction(() => !/native code/.test(String(Node.prototype.appendChild)))
  await page.addInitScript(startTranslator)
  await page.evaluate(startTranslator)
}

/** As Chrome does: replaces each text node by `<font><font>…</font></font>`. */
function startTranslator(): void {
  if ('translations' in window) return
  const translations = new WeakMap<Text, Element>()
  Object.assign(window, { translations })
  const translateText = (text: Text) => {
    if (
      text.data.trim() === '' ||
      text.parentElement?.closest('font, head, script, style, textarea, svg, [translate="no"]')
    )
      return
    const translation = document.createElement('font')
    translation.appendChild(document.createElement('font')).textContent = text.data
    translations.set(text, translation)
    text.replaceWith(translation)
  }
  const translateWithin = (root: Node) => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    if (root instanceof Text) texts.push(root)
    else while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.filter(({ isConnected }) => isConnected).forEach(translateText)
  }
  const start = () => {
    translateWithin(document)
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records)
        (type === 'characterData' ? [target] : addedNodes).forEach(translateWithin)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  }
  // Browsers find out the language of a page once it has loaded.
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', () => setTimeout(start, 300))
}

interface Fiber {
  tag: number
  memoizedProps: unknown
  memoizedState: unknown
  stateNode: unknown
  child: Fiber | null
  sibling: Fiber | null
}

/** The texts that React has rendered and that the translated page does not show. */
export function staleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [hostRoot, host, hostText, offscreen] = [3, 5, 6, 22]
    const translations = Reflect.get(window, 'translations') as WeakMap<Text, Element>
    const root = document.getElementById('root')
    // The page of another site, to sign in.
    if (!root) return []
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'))!
    const stale: string[] = []
    const compare = (expected: unknown, node: Node | undefined) => {
      if (String(expected).trim() === '' || (node?.isConnected && node.textContent === String(expected))) return
      stale.push(`${String(expected)}, shown as ${node?.isConnected ? node.textContent : 'nothing'}`)
    }
    const visit = (fiber: Fiber | null): void => {
      if (!fiber) return
      const { tag, memoizedProps: props, stateNode } = fiber
      const text = stateNode as Text
      if (tag === hostText) compare(props, text.isConnected ? text : translations.get(text))
      const children: unknown = tag === host ? Reflect.get(props as object, 'children') : undefined
      const isText = typeof children === 'string' || typeof children === 'number'
      if (isText && !(stateNode instanceof HTMLTextAreaElement)) compare(children, stateNode as Element)
      // Hidden while it loads.
      if (!(tag === offscreen && fiber.memoizedState !== null)) visit(fiber.child)
      if (tag !== hostRoot) visit(fiber.sibling)
    }
    const { stateNode } = Reflect.get(root, key) as { stateNode: { current: Fiber } }
    visit(stateNode.current)
    return stale
  })
}
