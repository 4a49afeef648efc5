import type { AnyRouter } from '@tanstack/react-router'

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]'

const isShown = (element: Element) => element.getClientRects().length > 0
const nameOf = (element: Element) =>
  [
    element.tagName,
    ...['href', 'name', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name)),
    element.textContent,
  ].join(' ')

/** The shown elements with the same name, in order. An element is found again by its number among them. */
const namesakes = (root: Element, selector: string, name: string) =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter((element) => isShown(element) && nameOf(element) === name)

/**
 * The place of the page, and focus, selected text and open details of the first content. They are the same again in the app once
 * it has replaced it. The router scrolls to the top.
 */
export function keepPlace(root: Element, router: AnyRouter): void {
  const first = root.firstElementChild
  if (!first) return
  const top = scrollY
  const stop = router.subscribe('onRendered', () => {
    stop()
    if (scrollY === 0) scrollTo(0, top)
  })
  const again = [focusOf(first), selectionOf(first), detailsOf(first)]
  const observer = new MutationObserver(() => {
    if (first.isConnected) return
    observer.disconnect()
    for (const restore of again) restore?.(root)
  })
  observer.observe(root, { childList: true })
}

type Restore = ((root: Element) => void) | undefined

function focusOf(first: Element): Restore {
  const focused = document.activeElement
  if (!focused || !first.contains(focused)) return undefined
  const name = nameOf(focused)
  const index = namesakes(first, controls, name).findIndex((element) => element === focused)
  return (root) => namesakes(root, controls, name)[index]?.focus({ preventScroll: true })
}

function detailsOf(first: Element): Restore {
  const isOpen = [...first.querySelectorAll<HTMLDetailsElement>('details')].map(({ open }) => open)
  return (root) => {
    const all = [...root.querySelectorAll<HTMLDetailsElement>('details')]
    if (all.length === isOpen.length)
      for (const [index, details] of all.entries()) details.open = isOpen[index] ?? false
  }
}

function selectionOf(first: Element): Restore {
  const selection = document.getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined
  const text = range?.toString() ?? ''
  if (!range || text === '' || !first.contains(range.commonAncestorContainer)) return undefined
  const before = document.createRange()
  before.selectNodeContents(first)
  before.setEnd(range.startContainer, range.startOffset)
  /** The same text may come several times. */
  const count = before.toString().split(text).length
  return (root) => {
    const start = (root.textContent ?? '').split(text).slice(0, count).join(text).length
    const [from, to] = [pointAt(root, start, false), pointAt(root, start + text.length, true)]
    if (from && to) selection?.setBaseAndExtent(from.node, from.offset, to.node, to.offset)
  }
}

/** The text node at this position of the text of an element. */
function pointAt(root: Element, position: number, isEnd: boolean): { node: Node; offset: number } | undefined {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let passed = 0
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0
    if (isEnd ? position <= passed + length : position < passed + length) return { node, offset: position - passed }
    passed += length
  }
  return undefined
}
