/**
 * Keeps the page working while the browser translates it. A translator replaces text nodes by elements (Chrome) or by other text
 * nodes (Firefox), but React goes on with the text nodes: removing one or inserting before it would throw, and its changes would
 * not be seen. So before React changes an element whose texts were replaced, its children are put back. The translator
 * translates them again, as it does with new texts.
 */
export function keepTranslatedTexts(): void {
  /** The children of elements before a translator replaced texts among them. */
  const originals = new WeakMap<Node, Set<Node>>()
  const parents = new WeakMap<Node, Node>()
  const observer = new MutationObserver(remember)
  observer.observe(document, { childList: true, subtree: true })

  /** Undoes the records, which have none of React's own changes, to know the children before. */
  function remember(records: MutationRecord[]): void {
    const before = new Map<Node, Node[]>()
    for (const { target, addedNodes, removedNodes, previousSibling } of records.toReversed()) {
      const children = before.get(target) ?? [...target.childNodes]
      before.set(target, children)
      const [first] = addedNodes
      const at = first ? children.indexOf(first) : previousSibling ? children.indexOf(previousSibling) + 1 : 0
      if (at >= 0) children.splice(at, addedNodes.length, ...removedNodes)
      for (const node of removedNodes) if (!parents.has(node)) parents.set(node, target)
    }
    for (const [target, children] of before) {
      const isReplaced = children.some((child) => child instanceof Text && child.parentNode !== target)
      if (isReplaced && !originals.has(target)) originals.set(target, new Set(children))
    }
  }

  function putBack(parent: Node | undefined): void {
    const children = parent && originals.get(parent)
    if (!children) return
    originals.delete(parent)
    for (const child of Array.from(parent.childNodes)) if (!children.has(child)) child.remove()
    let at = parent.firstChild
    for (const child of children) {
      if (child === at) at = at.nextSibling
      else insertBefore.call(parent, child, at)
    }
  }

  const { insertBefore } = Node.prototype
  for (const name of ['appendChild', 'insertBefore', 'removeChild', 'nodeValue', 'textContent']) {
    const { set, value } = Object.getOwnPropertyDescriptor(Node.prototype, name) ?? {}
    const native: (...args: unknown[]) => unknown = set ?? value
    Object.defineProperty(Node.prototype, name, {
      [set ? 'set' : 'value'](this: Node, ...args: unknown[]) {
        remember(observer.takeRecords())
        putBack(this)
        putBack(parents.get(this))
        const result = native.apply(this, args)
        observer.takeRecords()
        return result
      },
    })
  }
}

keepTranslatedTexts()
