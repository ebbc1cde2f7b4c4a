import { nextTask } from './idle'

/** Repeats, once the page is hydrated, the clicks that came before React could hear them. Links work by themselves. */
const CLICKABLE = 'button, input[type=checkbox], input[type=radio]'
const clicked: HTMLElement[] = []
/** React hydrates until the last click is repeated. */
let now: 'recording' | 'hydrating' | 'repeating' = 'recording'

export const recordClicks = () => document.addEventListener('click', record, true)
const stopRecording = () => document.removeEventListener('click', record, true)

/** React itself hydrates what is clicked first, but a click that comes after others must wait for them: + and + and Add to Cart. */
export function leaveClicksToReact(): void {
  now = 'hydrating'
  if (clicked.length === 0) stopRecording()
}

function record(event: MouseEvent): void {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>(CLICKABLE) : null
  if (!element || now === 'repeating') return
  event.stopPropagation()
  // The repetition ticks a box; what was ticked earlier is reset before.
  if (now === 'hydrating') event.preventDefault()
  // Clicked again because nothing has happened yet: what it opens is to stay open.
  if (element === clicked.at(-1) && element.hasAttribute('aria-expanded')) return
  element.setAttribute('aria-busy', 'true')
  clicked.push(element)
}

export async function replayClicks(): Promise<void> {
  // React hydrates at once what it sees an event for, and takes the state that it finds for the one that was rendered.
  for (const element of clicked) element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  for (const element of clicked) if (element instanceof HTMLInputElement) element.checked = element.defaultChecked
  // Clicks that come meanwhile are added at its end.
  for (const element of clicked) {
    element.removeAttribute('aria-busy')
    now = 'repeating'
    element.click()
    now = 'hydrating'
    await nextTask()
  }
  stopRecording()
}
