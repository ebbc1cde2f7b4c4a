import { nextTask } from '../idle'

/** After hydration, replays the clicks that happened before React could handle them. Links work without a replay. */
const CLICKABLE = 'button, input[type=checkbox], input[type=radio]'
const clicked: HTMLElement[] = []
/** The phase `hydrating` lasts until the last click is replayed. */
let now: 'recording' | 'hydrating' | 'repeating' = 'recording'

export const recordClicks = () => document.addEventListener('click', record, true)
const stopRecording = () => document.removeEventListener('click', record, true)

/**
 * React hydrates clicked parts first. A click during hydration must still wait for earlier recorded clicks, for example +, + and then Add
 * to Cart.
 */
export function leaveClicksToReact(): void {
  now = 'hydrating'
  if (clicked.length === 0) stopRecording()
}

function record(event: MouseEvent): void {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>(CLICKABLE) : null
  // A popover's button works without code.
  if (!element || now === 'repeating' || (element instanceof HTMLButtonElement && element.popoverTargetElement)) return
  event.stopPropagation()
  // The replay ticks this checkbox, and submits this form. Earlier ticks are reset before the replay.
  if (now === 'hydrating' || submitsByCode(element)) event.preventDefault()
  // The user clicked again because nothing had happened yet. The menu should open and stay open.
  if (element === clicked.at(-1) && element.hasAttribute('aria-expanded')) return
  element.setAttribute('aria-busy', 'true')
  clicked.push(element)
}

/** A form that works without code has an `action`. The browser would send any other to the page itself, with its fields in the URL. */
const submitsByCode = (element: HTMLElement): boolean =>
  element instanceof HTMLButtonElement && element.type === 'submit' && element.form?.hasAttribute('action') === false

export async function replayClicks(): Promise<void> {
  // React hydrates a part immediately when an event reaches it, and treats the state that it finds as the rendered
  // state.
  for (const element of clicked) element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  for (const element of clicked) if (element instanceof HTMLInputElement) element.checked = element.defaultChecked
  // New clicks during the replay are added at the end of the list.
  for (const element of clicked) {
    element.removeAttribute('aria-busy')
    now = 'repeating'
    element.click()
    now = 'hydrating'
    await nextTask()
  }
  stopRecording()
}
