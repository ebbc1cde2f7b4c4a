/** Repeats, once the page is hydrated, the clicks that came before React could hear them. Links work by themselves. */

const CLICKABLE = 'button, input[type=checkbox], input[type=radio]'
const clicked: HTMLElement[] = []

export function recordClicks(): void {
  document.addEventListener('click', record, true)
}

export function stopRecording(): void {
  document.removeEventListener('click', record, true)
}

function record(event: MouseEvent): void {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>(CLICKABLE) : null
  if (!element) return
  // A box is ticked by the replay, or React would take it for ticked already.
  event.preventDefault()
  // Clicked again because nothing has happened yet: what it opens is to stay open.
  if (element === clicked.at(-1) && element.hasAttribute('aria-expanded')) return
  element.setAttribute('aria-busy', 'true')
  clicked.push(element)
}

export function replayClicks(): void {
  for (const slider of document.querySelectorAll<HTMLInputElement>('input[type=range]')) replayChange(slider)
  for (const element of clicked.splice(0)) {
    element.removeAttribute('aria-busy')
    element.click()
  }
}

/** React compares with the value that it wrote last, so the change is made once more past React's own setter. */
function replayChange(slider: HTMLInputElement): void {
  const { value, defaultValue } = slider
  if (value === defaultValue) return
  slider.value = defaultValue
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(slider, value)
  slider.dispatchEvent(new Event('input', { bubbles: true }))
}
