/** Tests that a name written from right to left does not reorder the text around it, on any page of the office. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openShopfront } from '../browser'
import { EVERY_FEATURE, newBuyer, newOwner, openSettled, ownersPages, type Buyer, type Owner } from '../everyPage'

const shopfront = openShopfront(EVERY_FEATURE)

/** Without digits and Latin letters, so that the test can tell a name from the text around it. */
const NAMES = [
  'נועה כהן',
  'فاطمة الزهراء',
  'ياسمين',
  'דוד בן־גוריון',
  'محمد عبد الله',
  'رُقَيَّة',
  'שירה לוי',
  'زینب',
  'ܡܪܝܡ',
  'ޢާއިޝަތު',
]
const [NAME, STREET, CITY, STATE, FAMILY, TITLE, ROLE, KEY, TEXT, REASON] = NAMES as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]

let buyer: Buyer
let owner: Owner
let dialogs: string[]
beforeAll(async () => {
  const { db } = shopfront.app.shop
  await db.product.updateMany({ data: { title: TITLE } })
  buyer = await newBuyer(shopfront.app, { name: NAME, street: STREET, city: CITY, state: STATE })
  owner = await newOwner(shopfront.app, buyer, FAMILY)
  await db.user.updateMany({ where: { role: 'STAFF' }, data: { firstName: NAME, lastName: FAMILY } })
  await db.user.update({ where: { id: buyer.id }, data: { firstName: NAME } })
  await db.staffRole.updateMany({ where: { isOwner: false }, data: { permissions: ['read_orders'] } })
  const role = await db.staffRole.findFirstOrThrow({ where: { isOwner: false } })
  await db.staffRole.update({ where: { id: role.id }, data: { name: ROLE } })
  const key = await db.apiKey.findFirstOrThrow({ where: { endedAt: null } })
  await db.apiKey.update({ where: { id: key.id }, data: { name: KEY } })
  await db.coupon.updateMany({ data: { description: TEXT } })
  await db.orderEvent.updateMany({
    where: { order: { userId: buyer.id }, status: 'DELIVERED' },
    data: { note: REASON },
  })
  const entry = { actorId: owner.id }
  for (const [action, subjectType, subjectId, after] of [
    ['saveProduct', 'Product', 'celadon-chai-cup', { title: TITLE }],
    ['saveStaffRole', 'StaffRole', role.id, { name: ROLE }],
    ['shipOrder', 'Order', buyer.numbers[1], { carrier: NAME, note: TEXT }],
  ] as const)
    await db.auditEntry.create({ data: { ...entry, action, subjectType, subjectId, after } })
  dialogs = [
    `/office/customers/${buyer.id}/block`,
    `/office/staff/roles/${role.id}/edit`,
    `/office/staff/roles/${role.id}/remove`,
    `/office/keys/${key.id}/end`,
    `/office/orders/${buyer.numbers[1]}/refund`,
  ]
})

/** The texts next to other letters or digits in one line, without an element or a character that isolates them. */
const mixedTexts = (page: Page) =>
  page.evaluate(() => {
    const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
    const isolated = /\u2068[^\u2068\u2069]*\u2069/g
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (
        !rightToLeft.test(text.data.replace(isolated, '')) ||
        text.parentElement!.closest('script, style, textarea, option')
      )
        continue
      let around = text.parentElement!
      for (;;) {
        const { display, unicodeBidi } = getComputedStyle(around)
        if (display !== 'inline' || unicodeBidi.startsWith('isolate') || unicodeBidi === 'plaintext') break
        around = around.parentElement!
      }
      // A block inside the element is on a line of its own.
      const line = [...around.childNodes].filter(
        (node) => node === text || !(node instanceof Element) || getComputedStyle(node).display.startsWith('inline'),
      )
      if (line.some((node) => /[A-Za-z0-9(),.?:]/.test(node.textContent!.replace(isolated, ''))))
        found.push(around.textContent.slice(0, 100))
    }
    return found
  })

describe('names from right to left', () => {
  it('stand alone on every page of the office', async () => {
    const { page, close } = await shopfront.visitAs(owner, 'desktop', null)
    const faults: Record<string, string[]> = {}
    let seen = 0
    for (const path of [...Object.values(ownersPages(buyer, owner.mail)).flat(), ...dialogs]) {
      if (dialogs.includes(path)) {
        await page.goto(shopfront.origin + path)
        await page.getByRole('dialog').waitFor()
      } else await openSettled(page, shopfront.origin + path)
      const found = await mixedTexts(page)
      if (found.length > 0) faults[path] = found
      const text = await page.locator('body').innerText()
      seen += NAMES.filter((name) => text.includes(name)).length
    }
    expect(faults).toEqual({})
    expect(seen).toBeGreaterThan(NAMES.length * 2)
    await close()
  })
})
