/**
 * Keeps the keyboard focus in place when the focused control disappears, moves or is disabled, for example by its own press. Browsers would
 * move the focus to the top of the page.
 */

/** An item of a list, whose next item has the same controls. */
const LINE = 'li, tr, article'
/** Returns the focus to where it was before it opened. */
const OVERLAY = '[role="dialog"], [role="menu"], [role="listbox"], [role="alert"]'
const CONTROL = [
  'a[href]',
  'button:enabled',
  'input:enabled:not([type="hidden"], [type="file"])',
  'select:enabled',
  'textarea:enabled',
  'summary',
  '[tabindex]',
]
  .map((selector) => `${selector}:not([tabindex="-1"])`)
  .join()
/** A text that a step of a form marks as its start. */
const START = ':is(h1, h2, h3, p)[tabindex="-1"]'
const HEADING = 'h1, h2, h3'
/** The elements that had the focus before, from which it can return. */
const MAX_REMEMBERED = 50

/** The gap that a removed element left in the page. */
interface Gap {
  parent: Node
  before: Node | null
  after: Node | null
  /** The removed subtree, which contains the element that had the focus. */
  removed: Node
}

/** The elements that had the focus, the newest last. */
const remembered: HTMLElement[] = []
const gaps = new WeakMap<HTMLElement, Gap>()
/** True if a change of the page took the focus. If the user clicks on an empty place, the focus may leave. */
let isLost = false
let isScheduled = false
/** False after a click. The page then does not scroll to the element that gets the focus. */
let isByKeyboard = false

const isShown = (element: Element) =>
  element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
const canFocus = (element: Element): boolean =>
  isShown(element) && (element.matches(CONTROL) || element.matches('[tabindex]:not(:disabled)'))
/** A dialog takes the focus that one of its controls lost. */
const hasFocus = () => {
  const element = document.activeElement
  return (
    element !== null && element !== document.body && isShown(element) && !element.matches(':disabled, [role="dialog"]')
  )
}
const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/** The element itself, if it matches, and all matching elements in it. */
const within = (node: Node, selector: string): HTMLElement[] =>
  node instanceof HTMLElement
    ? [...(node.matches(selector) ? [node] : []), ...node.querySelectorAll<HTMLElement>(selector)]
    : []

const firstIn = (node: Node, selector: string) => within(node, selector).find(isShown)

/** The control in a line that does the same as `lost` did in its own line. */
function sameControl(lost: HTMLElement, removed: Node, line: Node): HTMLElement | undefined {
  const controls = within(line, CONTROL)
  const same =
    controls.find((control) => control.tagName === lost.tagName && nameOf(control) === nameOf(lost)) ??
    controls[within(removed, CONTROL).indexOf(lost)]
  return same && isShown(same) ? same : controls.find(isShown)
}

function* siblings(start: Node | null, direction: 'nextSibling' | 'previousSibling', end: Node | null = null) {
  for (let node = start; node && node !== end; node = node[direction]) yield node
}

/** What took the place of the removed subtree: the start of a step, a heading or a control. */
function findReplacement({ parent, before, after }: Gap): HTMLElement | undefined {
  const added = [...siblings(before ? before.nextSibling : parent.firstChild, 'nextSibling', after)]
  for (const selector of [START, HEADING, CONTROL])
    for (const node of added) {
      const found = firstIn(node, selector)
      if (found) return found
    }
  return undefined
}

/** The same control of the next line, otherwise of the previous one. If only the control disappeared, the next control. */
function findNeighbour(lost: HTMLElement, { before, after, removed }: Gap): HTMLElement | undefined {
  const line = lost.closest(LINE)
  const isLine = line !== null && removed.contains(line)
  if (!isLine && removed !== lost) return undefined
  for (const node of [...siblings(after, 'nextSibling'), ...siblings(before, 'previousSibling')]) {
    const found = isLine ? sameControl(lost, removed, node) : firstIn(node, CONTROL)
    if (found) return found
  }
  return undefined
}

/** The heading of the smallest part of the page that has one, for example of the list. */
function findHeading(parent: Node): HTMLElement | undefined {
  for (let part: Node | null = parent; part; part = part.parentNode) {
    const found = firstIn(part, HEADING)
    if (found) return found
  }
  return undefined
}

function findTarget(): HTMLElement | undefined {
  for (const lost of [...remembered].reverse()) {
    if (canFocus(lost)) return lost
    const overlay = lost.closest(OVERLAY)
    if (overlay && !overlay.isConnected) continue
    const gap: Gap | undefined = lost.isConnected
      ? { parent: lost.parentNode!, before: lost, after: lost.nextSibling, removed: lost }
      : gaps.get(lost)
    if (!gap?.parent.isConnected) continue
    const target = findReplacement(gap) ?? findNeighbour(lost, gap) ?? findHeading(gap.parent)
    if (target) return target
  }
  return document.getElementById('main') ?? undefined
}

function focus(target: HTMLElement): void {
  if (!target.matches(`${CONTROL}, [tabindex]`)) {
    target.tabIndex = -1
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  }
  target.focus({ preventScroll: !isByKeyboard })
}

/** Moves a lost focus to the element that now stands in for the one that had it. */
export function restoreFocus(): void {
  isLost = false
  const target = findTarget()
  if (target) focus(target)
}

/** Waits until React has finished, because a new page or a dialog moves the focus itself. */
function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    if (isLost && !hasFocus()) restoreFocus()
    isLost = false
  })
}

function remember(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target === document.body || target.id === 'main') return
  const known = remembered.indexOf(target)
  if (known >= 0) remembered.splice(known, 1)
  remembered.push(target)
  if (remembered.length > MAX_REMEMBERED) remembered.shift()
  gaps.delete(target)
  isByKeyboard = target.matches(':focus-visible')
}

function noteChanges(records: MutationRecord[]): void {
  const last = remembered.at(-1)
  if (!last) return
  if (last.isConnected && !canFocus(last) && !hasFocus()) isLost = true
  const gone = remembered.filter((element) => !element.isConnected)
  const removals = new Map<Node, MutationRecord>()
  for (const record of records) for (const node of record.removedNodes) removals.set(node, record)
  /** The next node that is still in the gap's parent. */
  const remaining = (from: Node | null, parent: Node, direction: 'nextSibling' | 'previousSibling') => {
    let node = from
    while (node && node.parentNode !== parent) node = removals.get(node)?.[direction] ?? null
    return node
  }
  for (const [removed, record] of removals) {
    if (removed.contains(last) && !hasFocus()) isLost = true
    for (const element of gone) {
      if (!removed.contains(gaps.get(element)?.parent ?? element) || gaps.get(element)?.parent.isConnected) continue
      const before = remaining(record.previousSibling, record.target, 'previousSibling')
      const after = remaining(record.nextSibling, record.target, 'nextSibling')
      gaps.set(element, { parent: record.target, before, after, removed })
    }
  }
  if (isLost) schedule()
}

/**
 * Browsers do not scroll to a control if a part of it is in view, such as the last link of a row that scrolls sideways. A text field may have
 * the focus from a click, which must not move it.
 */
function showWhole(control: HTMLElement): void {
  if (!control.matches('input, textarea')) control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Watches the page's focus. Call it once. Returns a function that stops it. */
export function keepFocus(): () => void {
  const observer = new MutationObserver(noteChanges)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  })
  // A control that was pressed before hydration has the focus already.
  remember(document.activeElement)
  const onFocus = ({ target }: FocusEvent) => {
    remember(target)
    if (target === remembered.at(-1) && isByKeyboard) showWhole(target as HTMLElement)
  }
  document.addEventListener('focusin', onFocus)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
  }
}

/** A ref that focuses its element when the element appears: a message about the press of a control that stays. */
export const focusOn = (element: HTMLElement | null): void => element?.focus()
