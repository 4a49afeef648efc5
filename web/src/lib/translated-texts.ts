/** The elements of translators: `font` of Chrome and Edge, a custom element of others. React renders neither here. */
const isTranslation = (node: Node | null): node is ChildNode => node !== null && /^FONT$|-/.test(node.nodeName)

/**
 * Keeps the page working while the browser translates it. A translator replaces text nodes by elements, but React goes on with
 * the text nodes: removing one or inserting before it would throw, and its changes would not be seen. So before React uses a
 * replaced text node, all texts of its parent are put back. The translator translates them again, as it does with new texts.
 */
export function keepTranslatedTexts(): void {
  const originals = new WeakMap<Node, ChildNode>()
  const parents = new WeakMap<Node, ParentNode>()
  const observer = new MutationObserver(remember)
  observer.observe(document, { childList: true, subtree: true })

  function remember(records: MutationRecord[]): void {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const text = removedNodes[0]
      // Either the text was replaced, or the translation had been inserted next to it.
      const near = [addedNodes[0] ?? null, previousSibling, nextSibling]
      const translation = near.filter(isTranslation).find((node) => !originals.has(node))
      if (!(text instanceof Text && target instanceof Element) || !translation) continue
      originals.set(translation, text)
      parents.set(text, target)
    }
  }

  function putBack(node: unknown): void {
    if (!(node instanceof Text)) return
    remember(observer.takeRecords())
    const parent = parents.get(node)
    if (!parent || parent === node.parentNode) return
    for (const child of parent.childNodes) {
      const text = originals.get(child)
      if (text) child.replaceWith(text)
    }
  }

  for (const name of ['appendChild', 'insertBefore', 'removeChild'] as const) {
    const native = Node.prototype[name]
    Reflect.set(Node.prototype, name, function (this: Node, ...nodes: unknown[]): unknown {
      nodes.forEach(putBack)
      return Reflect.apply(native, this, nodes)
    })
  }
  const native = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...native,
    set(this: Node, value: string) {
      putBack(this)
      native?.set?.call(this, value)
    },
  })
}
