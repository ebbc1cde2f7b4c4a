/** Presses the buttons of a page by keyboard. The focus must stay on a visible element, because otherwise the next Tab starts at the top. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openSettled, untilQuiet } from './everyPage'

/** Of many buttons with the same name, such as those of the product cards, the test presses the first. All would take ten minutes. */
const MAX_ALIKE = 1
const BUTTONS = 'button, summary, [role="button"], [role="tab"], [role^="menuitem"], input[type="checkbox"]'
const LAYER = '[role="dialog"], [role="menu"], :popover-open'

/** Buttons that the test leaves alone, with the reason. */
const LEFT_ALONE: [name: RegExp, reason: string][] = [
  [/^(Share on|Email|WhatsApp)/, 'opens another site'],
  [/^More, now/, 'the office has it on every page, on Today as More'],
]

/** A layer that needs longer is not walked. */
const LAYER_MS = 5000
/** A focus that needs longer is lost. */
const FOCUS_MS = 5000

interface Listed {
  name: string
  /** The position among the page's visible buttons. */
  index: number
  /** False for a button of the header or the footer, which all pages share. */
  isOwn: boolean
}

/** All visible buttons, within the open dialog, menu or sheet if there is one. */
const buttonsOf = (page: Page): Promise<Listed[]> =>
  page.evaluate(
    ([buttons, layer]) => {
      const within = [...document.querySelectorAll(layer!)].at(-1) ?? document
      return [...within.querySelectorAll(buttons!)]
        .filter(
          (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert], [role="alert"]'),
        )
        .map((each, index) => ({
          index,
          name: each.getAttribute('aria-label') ?? (each as HTMLElement).innerText.trim(),
          isOwn: within !== document || each.closest('main') !== null,
        }))
    },
    [BUTTONS, LAYER],
  )

const namesOf = async (page: Page): Promise<string[]> => (await buttonsOf(page)).map(({ name }) => name)

function choose(listed: Listed[], isShellLeft: boolean): Listed[] {
  // The names of a line's buttons contain the line's name or number.
  const kindOf = (name: string) => name.split(/\s/)[0]
  return listed.filter(({ name, index, isOwn }) => {
    if (isShellLeft && !isOwn) return false
    if (LEFT_ALONE.some(([pattern]) => pattern.test(name))) return false
    const alike = listed.filter((each) => kindOf(each.name) === kindOf(name)).map((each) => each.index)
    return alike.slice(0, MAX_ALIKE).includes(index)
  })
}

/** Focuses the button and presses it. */
async function press(page: Page, index: number): Promise<void> {
  /** The tag of the focused button, or null while the page still loads its buttons, as after it was opened again. */
  const focus = () =>
    page.evaluate(
      ([buttons, layer, at]) => {
        const within = [...document.querySelectorAll(layer)].at(-1) ?? document
        const found = [...within.querySelectorAll<HTMLElement>(buttons)].filter(
          (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert], [role="alert"]'),
        )[at]
        found?.focus()
        return found?.tagName ?? null
      },
      [BUTTONS, LAYER, index] as const,
    )
  let tag: string | null = null
  await expect.poll(async () => (tag = await focus()), { timeout: 60_000 }).not.toBeNull()
  await page.keyboard.press(tag === 'INPUT' ? 'Space' : 'Enter')
}

/** What has the focus, or null if it is the top of the page or cannot be seen. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body || !element.checkVisibility({ visibilityProperty: true })) return null
    const { top, bottom, left, right } = (element.closest('label') ?? element).getBoundingClientRect()
    const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    return isInView ? `${element.tagName} ${element.textContent.slice(0, 40)}` : null
  })

/** True once something visible has the focus. On a busy machine, what takes the focus may load late. */
const hasFocus = (page: Page): Promise<boolean> =>
  expect
    .poll(() => focusOf(page), { timeout: FOCUS_MS })
    .not.toBeNull()
    .then(
      () => true,
      () => false,
    )

/** Lets the page belong to the person with this session, or to a new visitor, as a new browser profile would. */
async function becomes(page: Page, origin: string, token: string | undefined): Promise<void> {
  // A text of the shop's address, so that no page of the shop writes into the storage meanwhile.
  // A download or a visit that the last press began may still abort this one.
  const arrives = () => page.goto(`${origin}/robots.txt`).then(Boolean, () => false)
  await expect.poll(arrives, { timeout: FOCUS_MS }).toBe(true)
  await page.context().clearCookies()
  await page.evaluate((session) => {
    sessionStorage.clear()
    localStorage.clear()
    if (session !== undefined) localStorage.setItem('token', session)
  }, token)
}

/** Each press that changes the page takes new data from `prepare`. */
export interface Opened {
  path: string
  /** The session of the person who opens the page. */
  token?: string
}

/**
 * Presses all buttons of the page, and of the dialogs and menus that they open. `faults` are the presses that lost the focus. Escape leads
 * back to the page from most of them; after the others, `pressAll` opens the page again. The buttons of header and footer are the same on all
 * pages, so most tests leave them to one page: `shell` is false. All tests of a file share a browser page, which keeps the shop's scripts
 * compiled.
 */
export async function pressAll(
  page: Page,
  origin: string,
  prepare: () => Promise<Opened>,
  { shell = true }: { shell?: boolean } = {},
): Promise<{ faults: string[]; pressed: number }> {
  const faults: string[] = []
  let pressed = 0
  /** The address and the buttons of the page as it opened. */
  let first = ''
  const stateOf = async () => `${page.url()} ${String(await namesOf(page))}`
  const layersOf = () => page.locator(LAYER).count()

  /** Presses the buttons that lead to the wanted state. */
  const follow = async (route: number[]): Promise<void> => {
    for (const index of route) {
      await press(page, index)
      await untilQuiet(page)
      // The code of most dialogs and menus loads on first use, which takes longer on a busy machine.
      await page
        .locator(LAYER)
        .last()
        .waitFor({ timeout: LAYER_MS })
        .catch(() => undefined)
    }
  }
  const open = async (path: string, token: string | undefined): Promise<void> => {
    await becomes(page, origin, token)
    await openSettled(page, origin + path)
    first = await stateOf()
  }
  const returnTo = async (route: number[]): Promise<void> => {
    const isBack = async () => (await layersOf()) === 0 && (await stateOf()) === first
    if ((await layersOf()) > 0) {
      await page.keyboard.press('Escape')
      await untilQuiet(page)
    }
    if (!(await isBack())) {
      const { path, token } = await prepare()
      await open(path, token)
    }
    await follow(route)
  }
  const walk = async (route: number[], trail: string): Promise<void> => {
    const buttons = await buttonsOf(page)
    const names = buttons.map(({ name }) => name)
    let isFresh = true
    for (const { name, index } of choose(buttons, !shell)) {
      if (!isFresh) await returnTo(route)
      if ((await namesOf(page))[index] !== name) continue
      const address = page.url()
      await press(page, index)
      await untilQuiet(page)
      const what = `${trail} > ${name}`
      if (!(await hasFocus(page))) faults.push(what)
      const after = await namesOf(page)
      isFresh = page.url() === address && String(after) === String(names)
      pressed += 1
      if ((await layersOf()) > route.length && route.length < 1) {
        await walk([...route, index], what)
        isFresh = false
      }
    }
  }
  const closePopups = (popup: Page) => void popup.close()
  page.on('popup', closePopups)
  const { path, token } = await prepare()
  await open(path, token)
  await walk([], path)
  page.off('popup', closePopups)
  return { faults, pressed }
}
