/**
 * What a shopper does on a drawn page before the shop is open, in order, to be done again when it is. Links lead on by
 * themselves; no drawn page has a form or a choice from a list.
 */

const PRESSABLE = 'button, input[type=checkbox], input[type=radio]'
const SLIDES = '[aria-roledescription=carousel]'
const SWIPE_PX = 40
/** For what a press opens to arrive, where it has to be fetched. */
const OPENS_WITHIN_MS = 5000
const LOOKS_EVERY_MS = 30

type Field = HTMLInputElement | HTMLTextAreaElement

type Act =
  | { type: 'press'; element: HTMLElement }
  | { type: 'set'; field: Field; value: string }
  /** Into what the press before it opens: whoever has pressed Search types on. */
  | { type: 'typing'; text: string }

const acts: Act[] = []
let onAct = (): void => undefined
/** From when the shop takes the page over until all is done again: a page that is half awake might lose a press, or do it twice. */
let isTakingOver = false
let touchedAt: PointerEvent | undefined

/** Calls back with each act. */
export function watchActs(callback: () => void): void {
  onAct = callback
  for (const [type, listener] of LISTENERS) document.addEventListener(type, listener, true)
}

function add(act: Act): void {
  acts.push(act)
  onAct()
}

function addPress(element: HTMLElement): void {
  const last = acts.at(-1)
  // Pressed again as nothing has happened yet: what opens something is to be open.
  if (last?.type === 'press' && last.element === element && element.hasAttribute('aria-expanded')) return
  showWaiting(element, true)
  add({ type: 'press', element })
}

const closest = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

function onClick(event: Event): void {
  const element = closest(event.target, PRESSABLE)
  if (!element || !event.isTrusted) return
  addPress(element)
  if (!isTakingOver) return
  event.preventDefault()
  event.stopPropagation()
}

function onInput({ target }: Event): void {
  if (!isField(target) || isTakingOver) return
  const last = acts.at(-1)
  if (last?.type === 'set' && last.field === target) last.value = target.value
  else add({ type: 'set', field: target, value: target.value })
}

const isBox = (field: Field): boolean => field.type === 'checkbox' || field.type === 'radio'

const isField = (target: unknown): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !isBox(target))

const isText = (target: unknown): target is Field => isField(target) && target.type !== 'range'

function onKey(event: Event): void {
  const { key, target, ctrlKey, metaKey, altKey } = event as KeyboardEvent
  if (isField(target) || ctrlKey || metaKey || altKey) return
  if (key === 'ArrowLeft' || key === 'ArrowRight') return turn(target, key === 'ArrowRight')
  const last = acts.at(-1)
  if (last?.type === 'typing' && key === 'Backspace') last.text = last.text.slice(0, -1)
  else if (key.length !== 1) return
  else if (last?.type === 'typing') last.text += key
  // A space alone presses once more.
  else if (last?.type === 'press' && key !== ' ') add({ type: 'typing', text: key })
  else return
  event.preventDefault()
}

const onTouch = (event: Event): void => void (touchedAt = event as PointerEvent)

function onLift(event: Event): void {
  const { clientX, pointerId } = event as PointerEvent
  if (touchedAt?.pointerId !== pointerId) return
  const moved = clientX - touchedAt.clientX
  if (Math.abs(moved) > SWIPE_PX) turn(touchedAt.target, moved < 0)
}

/** A swipe over the slides, or an arrow key among them, is a press of the button that leads the same way. */
function turn(target: EventTarget | null, forward: boolean): void {
  const button = closest(target, SLIDES)?.querySelector<HTMLElement>(`[data-turn=${forward ? 'next' : 'previous'}]`)
  if (button) addPress(button)
}

const LISTENERS = [
  ['click', onClick],
  ['input', onInput],
  ['keydown', onKey],
  ['pointerdown', onTouch],
  ['pointerup', onLift],
] as const

function showWaiting(element: HTMLElement, waits: boolean): void {
  for (const each of [element, document.documentElement]) each.toggleAttribute('data-waits', waits)
  if (waits) element.setAttribute('aria-busy', 'true')
  else element.removeAttribute('aria-busy')
}

/** The shop takes the page over as it was drawn, and hears of every change that was made since. */
export function takeBack(): void {
  isTakingOver = true
  const changed = new Set(acts.map((act) => (act.type === 'set' ? act.field : null)))
  for (const input of document.querySelectorAll('input')) {
    if (isBox(input)) input.checked = input.defaultChecked
    else if (!changed.has(input)) input.value = input.defaultValue
  }
}

export async function doAgain(): Promise<void> {
  // What is done meanwhile comes after it.
  for (const act of acts) {
    if (act.type === 'press') press(act.element)
    else if (act.type === 'set') set(act.field, act.value)
    else await type(act)
    // The next one finds what this one has changed.
    await pause()
  }
  for (const [type, listener] of LISTENERS) document.removeEventListener(type, listener, true)
}

/** As a finger would: menus open when it comes down, and what it comes down on is awake by the time of the click. */
function press(element: HTMLElement): void {
  showWaiting(element, false)
  for (const type of ['pointerdown', 'pointerup']) {
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse' }))
  }
  element.click()
}

function set(field: Field, value: string): void {
  field.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  // React hears of a change from what it last wrote itself, and what is written past its own setter is not its own.
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

async function type(act: { text: string }): Promise<void> {
  const until = performance.now() + OPENS_WITHIN_MS
  while (!isText(document.activeElement) && performance.now() < until) await pause(LOOKS_EVERY_MS)
  const field = document.activeElement
  if (isText(field)) set(field, field.value + act.text)
}

const pause = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
