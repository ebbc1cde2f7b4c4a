/**
 * Keeps a page right that the browser translates. Chrome replaces each text node with `<font><font>translation</font></font>`. React keeps the
 * removed node, so its later changes would not be seen, and removing it would fail. When React changes such a node, it returns to the page.
 * The browser then translates it again.
 */

/** The translations by the text that they replaced. */
const translations = new Map<Text, Element>()
/** The translations of a text. A neighbouring text may be removed later. */
const known = new WeakSet<Element>()

/** Puts the text back in the place of its translation. */
function putBack(text: Text): void {
  const translation = translations.get(text)
  translations.delete(text)
  if (translation?.isConnected) translation.replaceWith(text)
}

const isNewTranslation = (node: Node | null): node is Element =>
  node instanceof Element && node.nodeName === 'FONT' && !known.has(node)

let isPatched = false

/** React calls these methods with a text that it believes to be in the page. */
function patchNode(): void {
  if (isPatched) return
  isPatched = true
  // eslint-disable-next-line @typescript-eslint/unbound-method -- Both are called with the node.
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (node instanceof Text) putBack(node)
    if (before instanceof Text) putBack(before)
    return insertBefore.call(this, node, before) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    if (node instanceof Text) putBack(node)
    return removeChild.call(this, node) as T
  }
}

/** Watches the page for translations. Call it once. Returns a function that stops it. */
export function keepTranslated(): () => void {
  const changes = new MutationObserver((records) => {
    for (const { target } of records) putBack(target as Text)
  })
  /** The translation is in the same record as its text, or next to the place of the text. */
  const noteText = (text: Text, { addedNodes, previousSibling, nextSibling }: MutationRecord) => {
    const translation = [...addedNodes, previousSibling, nextSibling].find(isNewTranslation)
    if (!translation) return
    patchNode()
    known.add(translation)
    translations.set(text, translation)
    changes.observe(text, { characterData: true })
  }
  const pages = new MutationObserver((records) => {
    for (const record of records)
      for (const node of record.removedNodes) {
        if (node.isConnected) continue
        if (node instanceof Text) noteText(node, record)
        else for (const [text, translation] of translations) if (node.contains(translation)) translations.delete(text)
      }
  })
  pages.observe(document.body, { childList: true, subtree: true })
  return () => pages.disconnect()
}
