/**
 * All that runs with a page that the server has drawn: it fetches the shop's code once the page is in sight, or as soon as
 * someone wants to do something, and passes on what was pressed before the shop was open.
 */

const SIGNS_OF_INTENT = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin'] as const
/** Links lead on by themselves. */
const PRESSABLE = 'button, input'
/** For a page whose photos do not arrive. */
const AT_THE_LATEST_MS = 5000

const pressed: HTMLElement[] = []
/** Sliders, and where they were drawn to. */
const drawn = new Map<HTMLInputElement, string>()
let opening: Promise<void> | undefined
/** From when the shop takes the page over until the page is live. */
let isWaking = false

function onPress(event: Event): void {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>(PRESSABLE) : null
  if (!element || !event.isTrusted) return
  pressed.push(element)
  if (!isWaking) return
  // A page that is half awake might lose it.
  event.preventDefault()
  event.stopPropagation()
}

function onDraw({ target }: Event): void {
  if (target instanceof HTMLInputElement && target.type === 'range') drawn.set(target, target.value)
}

/** What was ticked or drawn is done again when the shop is open, which then knows of it. */
function undo(): void {
  window.removeEventListener('popstate', onTravel)
  isWaking = true
  document.removeEventListener('input', onDraw, true)
  for (const element of pressed) {
    if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')) {
      element.checked = element.defaultChecked
    }
  }
  for (const slider of drawn.keys()) slider.value = slider.defaultValue
}

const addressOf = ({ pathname, search }: Location): string => pathname + search
const sentFor = addressOf(window.location)

/** Back and Forward lead to a page that does not stand here: nobody but the server can draw it yet. */
function onTravel(): void {
  if (addressOf(window.location) !== sentFor) window.location.reload()
}

async function open(): Promise<void> {
  prefetchPage()
  // One after the other, so that a slow phone can answer a finger in between.
  await import('react-dom/client')
  await pause()
  await import('./data/apollo')
  await pause()
  const { openShop } = await import('./app')
  await openShop(undo)
  document.removeEventListener('click', onPress, true)
  for (const element of pressed) await press(element)
  for (const [slider, value] of drawn) await draw(slider, value)
}

/** As a finger would: menus open when it comes down, and what it comes down on is awake by the time of the click. */
async function press(element: HTMLElement): Promise<void> {
  for (const type of ['pointerdown', 'pointerup']) {
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse' }))
  }
  element.click()
  // The next press finds what this one has changed.
  await pause()
}

async function draw(slider: HTMLInputElement, value: string): Promise<void> {
  slider.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  // Past React's own setter, which would take the change for its own.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(slider, value)
  slider.dispatchEvent(new Event('input', { bubbles: true }))
  await pause()
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The page's own code is fetched along with the shop's, and not after it. */
function prefetchPage(): void {
  const files = document.querySelector<HTMLElement>('script[data-page]')?.dataset['page']?.split(' ') ?? []
  for (const href of files) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}

function start(): void {
  opening ??= open().catch((cause: unknown) => {
    // The page stays readable, and its links lead on; the next sign of intent tries again.
    opening = undefined
    console.error('The shop could not be opened', cause)
  })
}

document.addEventListener('click', onPress, true)
window.addEventListener('popstate', onTravel)
document.addEventListener('input', onDraw, true)
for (const sign of SIGNS_OF_INTENT) document.addEventListener(sign, start, { capture: true, passive: true })
// Painted first, then run.
const afterPaint = () => requestAnimationFrame(() => setTimeout(start))
if (document.readyState === 'complete') afterPaint()
else window.addEventListener('load', afterPaint, { once: true })
setTimeout(start, AT_THE_LATEST_MS)
