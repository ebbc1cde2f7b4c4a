/**
 * Tests that every page fits a phone with long words, large amounts and text at 200 %, that each header does, and that the keyboard's focus
 * stays in view at 400 % zoom, and that no field has small text. All visits ask for reduced motion.
 */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { officePaths, paths } from '../../paths'
import { newShopper, newStaff } from '../../../server/testing/data/factories'
import { BOWL } from '../../../server/testing/data/fixtures'
import { openShopfront, VIEWPORTS } from '../browser'
import {
  buyersPages,
  EVERY_FEATURE,
  newBuyer,
  newOwner,
  openSettled,
  ownersPages,
  VISITORS_PAGES,
  type Buyer,
  type Owner,
} from '../everyPage'

const shopfront = openShopfront(EVERY_FEATURE)
const shortNames = openShopfront()

/** Texts that are hard to break into lines, in the length that a form accepts. */
const LONG = [
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'W'.repeat(120),
  'https://maps.example/place/Shantiniketanapartments/@12.9715987,77.5945627,17z/data=!3m1!4b1!4m6!3m5',
  'ஸ்ரீநிவாசகிருஷ்ணமூர்த்திஸ்ரீரங்கநாதன்திருவனந்தபுரம்',
  'തിരുവനന്തപുരത്തുള്ളശ്രീപത്മനാഭസ്വാമിക്ഷേത്രത്തിനടുത്ത്',
  'क्ष्म्यक्त्वर्ध्न्यार्द्राश्रीलक्ष्मीनारायणपुरस्थितम्',
  `A${'👩🏽‍🚀'.repeat(40)}`,
  'Flat\u00a012,\u00a04th\u00a0Cross,\u00a0Indiranagar,\u00a0Bengaluru,\u00a0near\u00a0the\u00a0old\u00a0temple',
  '9'.repeat(90),
  'block_12_tower_4_wing_b_floor_17_flat_1704_gate_3_lane_22_sector_9_phase_2',
  'A/12/B/44/C/17/D/88/E/12/F/44/G/17/H/88/I/12/J/44/K/17/L/88/M/12/N/44/O/17',
  'منطقةالمدينةالجديدةالشماليةالغربيةالقديمةالكبرى',
] as const
const EMAIL = `${'shantiniketanapartments'.slice(0, 20).repeat(3)}@${'mail.'.repeat(20)}${'x'.repeat(60)}.example`
/** Whole rupees: Rs. 99,99,999. */
const PRICE = 9_999_999

/** The width of the screen and the size of the text, in CSS pixels. 32 px is twice the usual size. */
const SCREENS = [
  [320, 16],
  [390, 16],
  [390, 32],
] as const
/** 1280 x 1024 at 400 %. */
const ZOOMED = { width: 320, height: 256 }
const MAX_TABS = 120

let buyer: Buyer
let owner: Owner
beforeAll(async () => {
  const { app } = shopfront
  const { db } = app.shop
  const address = (from: number) => ({ name: LONG[from]!, street: LONG[from + 1]!, city: LONG[from + 2]! })
  const products = await db.product.findMany({ orderBy: { position: 'asc' } })
  for (const [i, { id }] of products.entries())
    await db.product.update({ where: { id }, data: { title: LONG[i % LONG.length]! } })
  await db.coupon.updateMany({ data: { description: LONG[0] } })
  await db.coupon.create({
    data: { code: 'MONSOONFESTIVALOFCERAMICS2026X', percent: 5, description: LONG[2], position: 0 },
  })
  buyer = await newBuyer(app, address(0), address(3), { ...address(7), state: LONG[6] })
  owner = await newOwner(app, buyer, LONG[0])
  const renamed = await db.user.update({ where: { id: buyer.id }, data: { firstName: LONG[3], email: EMAIL } })
  buyer = { ...buyer, email: EMAIL, token: app.signToken(renamed) }
  await db.user.update({ where: { id: owner.id }, data: { firstName: LONG[4], lastName: LONG[5] } })
  // The payment provider of the tests takes no such amount.
  await db.product.updateMany({ data: { discounted: PRICE, original: PRICE } })
  await db.orderLine.updateMany({ data: { discounted: PRICE, original: PRICE } })
  await db.order.updateMany({ data: { cartTotal: { increment: PRICE }, totalAmount: { increment: PRICE } } })
})

/** Presses Tab through the page at 400 % zoom, and returns the controls whose focus is out of view or covered. */
async function hiddenFocuses(page: Page, isWhole: boolean): Promise<string[]> {
  await page.setViewportSize(ZOOMED)
  await page.evaluate(
    ([start, whole]) => {
      const found = { hidden: [] as string[], isOver: false }
      Object.assign(window, { tabbed: found })
      /** At most half of a control has to be seen, and of a large one these pixels. */
      const ENOUGH = 24
      const SHARES = [0.1, 0.3, 0.5, 0.7, 0.9]
      const isInView = (control: Element, { left, right, top, bottom }: DOMRect) => {
        const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
        for (let each = control.parentElement; each && each !== document.body; each = each.parentElement) {
          if (getComputedStyle(each).overflow === 'visible') continue
          const box = each.getBoundingClientRect()
          view.left = Math.max(view.left, box.left)
          view.top = Math.max(view.top, box.top)
          view.right = Math.min(view.right, box.right)
          view.bottom = Math.min(view.bottom, box.bottom)
        }
        const [x, width] = [Math.max(left, view.left), Math.min(right, view.right) - Math.max(left, view.left)]
        const [y, height] = [Math.max(top, view.top), Math.min(bottom, view.bottom) - Math.max(top, view.top)]
        // Half a pixel is lost to rounding.
        if (width + 0.5 < Math.min((right - left) / 2, ENOUGH)) return false
        if (height + 0.5 < Math.min((bottom - top) / 2, ENOUGH)) return false
        const points = SHARES.flatMap((across) =>
          SHARES.map((down) => [x + width * across, y + height * down] as const),
        )
        const free = points.filter((point) => {
          const top = document.elementFromPoint(...point)
          return top && (control.contains(top) || top.contains(control))
        })
        return free.length >= points.length / 2
      }
      const look = () => {
        const control = document.activeElement!
        if (control === document.body || control.id === start) return
        if (!whole && !control.closest('main')) return void (found.isOver = true)
        const label = control.closest('label')
        const shown = control.matches('input[type="checkbox"], input[type="radio"]') && label ? label : control
        if (![...shown.getClientRects()].some((box) => isInView(shown, box)))
          found.hidden.push(shown.outerHTML.replace(/\s+/g, ' ').slice(0, 150))
      }
      // The next press of Tab comes after the page has scrolled to the focused control.
      document.addEventListener('keydown', look, { capture: true })
      scrollTo(0, 0)
      if (!whole) document.getElementById(start)!.focus({ preventScroll: true })
    },
    ['main', isWhole] as const,
  )
  const state = () =>
    page.evaluate(() => (window as unknown as { tabbed: { hidden: string[]; isOver: boolean } }).tabbed)
  for (let presses = 0; presses < MAX_TABS && !(await state()).isOver; presses += 10)
    for (let i = 0; i < 10; i += 1) await page.keyboard.press('Tab')
  return (await state()).hidden
}

/** The fields whose text is below 16 px, into which iOS zooms. */
const smallFields = (page: Page): Promise<string[]> =>
  page.$$eval(
    'input:not([type=checkbox]):not([type=radio]):not([type=range]):not([type=hidden]):not([type=file]), select, textarea',
    (fields) =>
      fields
        .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML.slice(0, 150)),
  )

async function expectFits(page: Page, addresses: string[]): Promise<void> {
  const faults: string[] = []
  for (const [i, path] of addresses.entries()) {
    await openSettled(page, shopfront.origin + path)
    for (const [width, fontSize] of SCREENS) {
      await page.setViewportSize({ width, height: 844 })
      const excess = await page.evaluate(async (size) => {
        const { style } = document.documentElement
        style.fontSize = `${size}px`
        // The new size of the screen arrives with a frame.
        for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame)
        return document.documentElement.scrollWidth - document.documentElement.clientWidth
      }, fontSize)
      if (excess > 0) faults.push(`${path}, ${width} px, text of ${fontSize} px: ${excess} px too wide`)
    }
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    for (const field of await smallFields(page)) faults.push(`${path}, text below 16 px: ${field}`)
    // The header and the footer are the same on the other pages.
    const isWhole = i === 0 || path === paths.checkout()
    for (const control of await hiddenFocuses(page, isWhole)) faults.push(`${path}, hidden at 400 %: ${control}`)
  }
  expect(faults).toEqual([])
}

describe('a narrow screen', () => {
  it('fits the pages of a visitor, and shows the focus at 400 % zoom', async () => {
    const { page, close } = await shopfront.visit('desktop', null, { viewport: VIEWPORTS.phone })
    await expectFits(page, Object.values(VISITORS_PAGES).flat())
    await close()
  })

  it('fits the pages of a buyer, and shows the focus at 400 % zoom', async () => {
    const { page, close } = await shopfront.visitAs(buyer, 'phone', null)
    await expectFits(page, Object.values(buyersPages(buyer)).flat())
    await close()
  })

  it('fits the pages of the office, and shows the focus at 400 % zoom', async () => {
    const { page, close } = await shopfront.visitAs(owner, 'phone', null)
    await expectFits(page, Object.values(ownersPages(buyer, owner.mail)).flat())
    await close()
  })
})

/** What is wrong in the header with large text, compared with text of the usual size. */
const headerFaults = (page: Page) =>
  page.evaluate(async () => {
    const header = document.querySelector('header')!
    const isShown = (each: Element) => each.checkVisibility({ visibilityProperty: true }) && each.clientWidth > 1
    const iconSizes = () =>
      [...header.querySelectorAll('svg')].map((icon) => (isShown(icon.parentElement!) ? icon.clientWidth : 0))
    const before = iconSizes()
    document.documentElement.style.fontSize = '32px'
    for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame)
    const faults: string[] = []
    for (const [i, size] of iconSizes().entries())
      if (size > 0 && before[i]! > 0 && size < before[i]! * 1.3) faults.push(`icon ${i} is only ${size} px wide`)
    const frame = header.getBoundingClientRect()
    const parts = [...header.querySelectorAll('a, button, p')].filter((each) => isShown(each) || each.clientWidth === 0)
    const boxes = parts.flatMap((part) => {
      // A text may leave the box of its control.
      const texts = [part, ...part.querySelectorAll('*')]
        .filter((each) => getComputedStyle(each).clipPath === 'none')
        .flatMap((each) => [...each.childNodes].filter((node) => node instanceof Text))
        .flatMap((text) => {
          const range = document.createRange()
          range.selectNode(text)
          return [...range.getClientRects()]
        })
      const rects = [part.getBoundingClientRect(), ...texts].filter(({ width, height }) => width > 1 && height > 1)
      return rects.map((box) => ({ part, name: part.getAttribute('aria-label') ?? part.textContent, box }))
    })
    for (const { name, box } of boxes)
      if (box.left < -1 || box.right > innerWidth + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
        faults.push(`${name} leaves the header`)
    for (const [i, one] of boxes.entries())
      for (const two of boxes.slice(i + 1)) {
        if (one.part === two.part) continue
        const across = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left)
        const down = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top)
        if (across > 1 && down > 1) faults.push(`${one.name} overlaps ${two.name}`)
      }
    document.documentElement.style.removeProperty('font-size')
    return [...new Set(faults)]
  })

describe('a header with text at 200 %', () => {
  it.each([
    ['the shop', paths.home(), () => buyer],
    ['the checkout', paths.checkout(), () => buyer],
    ['the office', officePaths.today(), () => owner],
  ] as const)('of %s keeps its parts apart, with larger icons', async (_name, path, person) => {
    const { page, close } = await shopfront.visitAs(person(), 'desktop', null)
    await openSettled(page, shopfront.origin + path)
    const faults: Record<number, string[]> = {}
    for (const width of [1280, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      faults[width] = await headerFaults(page)
    }
    expect(faults).toEqual({ 1280: [], 1024: [], 768: [], 390: [], 320: [] })
    await close()
  })
})

/** The words of the shop's own texts that break within, and the buttons that touch the edge of the screen. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement!
      // Only texts of the shop. An address or an email may be long.
      if (!parent.checkVisibility() || !parent.closest('header, footer, h1, h2, button, dt, nav, [class*=tiles] a'))
        continue
      for (const { 0: word, index } of text.textContent!.matchAll(/\p{L}{2,}/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top))
        if (new Set(lines).size > 1) found.push(word)
      }
    }
    for (const button of document.querySelectorAll('button'))
      if (button.textContent === 'Place Order' && button.getBoundingClientRect().right > innerWidth - 8)
        found.push('Place Order is at the edge')
    return found
  })

describe('text at 200 % on a phone', () => {
  it('breaks no word of a heading, a link or a button, and keeps buttons off the edge', async () => {
    const { app } = shortNames
    const staff = await newStaff(app)
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const broken: Record<string, string[]> = {}
    const look = async (page: Page, path: string) => {
      await openSettled(page, shortNames.origin + path)
      await page.evaluate(async () => {
        document.documentElement.style.fontSize = '32px'
        for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame)
      })
      broken[path] = await brokenWords(page)
    }
    const buyer = await shortNames.visitAs(shopper, 'phone', null)
    const buyers = ['home', 'profile', 'cart', 'checkout', 'products', 'wishlist', 'orders'] as const
    for (const name of buyers) await look(buyer.page, paths[name]())
    await buyer.close()
    const visitor = await shortNames.visit('phone', null)
    for (const path of [paths.login(), paths.signup(), paths.help('faq')]) await look(visitor.page, path)
    await visitor.close()
    const office = await shortNames.visitAs(staff, 'phone', null)
    await look(office.page, officePaths.orders())
    await office.close()
    expect(Object.entries(broken).filter(([, words]) => words.length > 0)).toEqual([])
  })
})
