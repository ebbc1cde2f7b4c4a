/** Repeats, once the page is hydrated, the clicks that came before React could hear them. Links work by themselves. */
const CLICKABLE = 'button, input[type=checkbox], input[type=radio]'
const clicked: HTMLElement[] = []

export const recordClicks = () => document.addEventListener('click', record, true)
export const stopRecording = () => document.removeEventListener('click', record, true)

function record({ target }: MouseEvent): void {
  const element = target instanceof Element ? target.closest<HTMLElement>(CLICKABLE) : null
  // Clicked again because nothing has happened yet: what it opens is to stay open.
  if (!element || (element === clicked.at(-1) && element.hasAttribute('aria-expanded'))) return
  element.setAttribute('aria-busy', 'true')
  clicked.push(element)
}

/** One after the other, so that each finds what the one before has changed. */
export async function replayClicks(): Promise<void> {
  const sliders = [...document.querySelectorAll<HTMLInputElement>('input[type=range]')]
  const values = sliders.map(({ value }) => value)
  for (const [i, slider] of sliders.entries()) await change(slider, values[i]!)
  for (const element of clicked) {
    hydrate(element)
    if (element instanceof HTMLInputElement) element.checked = element.defaultChecked
  }
  for (const element of clicked) {
    element.removeAttribute('aria-busy')
    element.click()
    await nextTask()
  }
}

/** React compares with the value that it knows, so the change is made once more, past React's own setter. */
async function change(slider: HTMLInputElement, value: string): Promise<void> {
  if (value === slider.defaultValue) return
  hydrate(slider)
  slider.value = slider.defaultValue
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(slider, value)
  slider.dispatchEvent(new Event('input', { bubbles: true }))
  await nextTask()
}
/** React hydrates at once what it sees an event for, and takes the state that it finds for the one that was rendered. */
const hydrate = (element: Element) => element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
