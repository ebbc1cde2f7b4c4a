/**
 * Tests that a name written from right to left does not reorder the text around it, on any page of a buyer or of the office. A name, street or
 * town is in an element that isolates it, even if it is alone in its line, because the shop cannot know its direction.
 */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../paths'
import { openShopfront } from '../browser'
import {
  buyersPages,
  EVERY_FEATURE,
  newBuyer,
  newOwner,
  openSettled,
  ownersPages,
  untilQuiet,
  type Buyer,
  type Owner,
} from '../everyPage'
import { fullTitle } from '../../../server/domain/catalogue/variants'

const shopfront = openShopfront(EVERY_FEATURE)

/** The texts of a person, with digits and punctuation. */
const NAME = 'مريم 123'
const STREET = '12/4، شارع الملك فهد (خلف المسجد)'
const CITY = 'ירושלים 9!'
const STATE = 'ޢާއިޝަތު'
const FIRST = 'שרה'
const FAMILY = 'كوهن-ابن عمر.'
const PERSONAL = [NAME, STREET, CITY, STATE, FIRST, FAMILY]
/** The texts of the shop. */
const [TITLE, ROLE, KEY, TEXT, REASON] = ['רُقَيَّة', 'שירה לוי', 'زینب', 'ܡܪܝܡ', 'דוד בן־גוריון'] as const
const TEXTS = [...PERSONAL, TITLE, ROLE, KEY, TEXT, REASON]

/** The titles with the values of variants, which are one text. */
let fullTitles: string[]
let buyer: Buyer
let owner: Owner
let dialogs: string[]
beforeAll(async () => {
  const { db } = shopfront.app.shop
  await db.product.updateMany({ data: { title: TITLE } })
  fullTitles = (await db.product.findMany()).map(fullTitle).filter((title) => title !== TITLE)
  buyer = await newBuyer(shopfront.app, { name: NAME, street: STREET, city: CITY, state: STATE })
  owner = await newOwner(shopfront.app, buyer, FAMILY)
  await db.user.updateMany({ where: { role: 'STAFF' }, data: { firstName: FIRST, lastName: FAMILY } })
  await db.user.update({ where: { id: buyer.id }, data: { firstName: FIRST } })
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
    `/office/orders/${buyer.numbers[1]}/ship`,
    `/office/orders/${buyer.numbers[1]}/cancel`,
    `/office/staff/members/${owner.id}/role`,
  ]
})

/**
 * The texts next to other letters or digits in one line without an element or a character that isolates them, and the texts of a person that
 * nothing isolates.
 */
const mixedTexts = (page: Page) =>
  page.evaluate(
    ([texts, personal, titles]) => {
      const isolated = /\u2068[^\u2068\u2069]*\u2069/g
      const isIn = (text: string, list: string[]) => list.some((each) => text.includes(each))
      const found: string[] = []
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (nodes.nextNode()) {
        const text = nodes.currentNode as Text
        const parent = text.parentElement!
        const bare = text.data.replace(isolated, '')
        if (!isIn(bare, texts) || parent.closest('script, style, textarea, option')) continue
        let around = parent
        let isIsolated = false
        for (; !isIsolated; around = around.parentElement!) {
          const { display, unicodeBidi } = getComputedStyle(around)
          isIsolated =
            unicodeBidi === 'plaintext' || (unicodeBidi.startsWith('isolate') && around.matches('bdi, [dir]'))
          if (isIsolated || display !== 'inline') break
        }
        // A block inside the element is on a line of its own.
        const line = [...around.childNodes].filter(
          (node) => node === text || !(node instanceof Element) || getComputedStyle(node).display.startsWith('inline'),
        )
        const others = line.map((node) => {
          const known = node.textContent!.replace(isolated, '')
          return [...titles, ...texts].reduce((left, each) => left.replaceAll(each, ''), known)
        })
        const isMixed = others.some((each) => /[\p{L}\d(),.?:]/u.test(each))
        if (isMixed || (!isIsolated && isIn(bare, personal))) found.push(around.outerHTML.slice(0, 200))
      }
      return found
    },
    [TEXTS, PERSONAL, fullTitles] as const,
  )

/** Opens the pages and returns what is wrong on each, and how many of the texts they show. */
async function look(page: Page, addresses: string[], open = openSettled) {
  const faults: Record<string, string[]> = {}
  const seen: Record<string, number> = {}
  for (const path of addresses) {
    await open(page, shopfront.origin + path)
    const found = await mixedTexts(page)
    if (found.length > 0) faults[path] = found
    const text = await page.locator('body').innerText()
    for (const each of TEXTS) if (text.includes(each)) seen[each] = (seen[each] ?? 0) + 1
  }
  return { faults, seen }
}

describe('names from right to left', () => {
  it('stand alone on every page of the office', async () => {
    const { page, close } = await shopfront.visitAs(owner, 'desktop', null)
    const { faults, seen } = await look(page, Object.values(ownersPages(buyer, owner.mail)).flat())
    const inDialogs = await look(page, dialogs, async (_page, url) => {
      await page.goto(url)
      await page.getByRole('dialog').waitFor()
    })
    expect({ ...faults, ...inDialogs.faults }).toEqual({})
    expect(Object.keys(seen)).toHaveLength(TEXTS.length)
    await close()
  })

  it('stand alone on every page of a buyer', async () => {
    const { page, close } = await shopfront.visitAs(buyer, 'desktop', null)
    const { faults, seen } = await look(page, [
      paths.product('celadon-chai-cup'),
      ...Object.values(buyersPages(buyer)).flat(),
    ])
    expect(faults).toEqual({})
    expect(seen).toMatchObject(Object.fromEntries([...PERSONAL, TITLE].map((each) => [each, expect.any(Number)])))
    await close()
  })

  it.each([
    ['Edit', () => paths.profile()],
    ['Cancel Order', () => paths.order(buyer.numbers[1])],
    ['Return', () => paths.order(buyer.numbers[2])],
    ['Apply Coupon', () => paths.cart()],
    ['Add New Address', () => paths.checkout()],
  ])('stand alone in the dialog of %s', async (name, path) => {
    const { page, close } = await shopfront.visitAs(buyer, 'desktop', null)
    await openSettled(page, shopfront.origin + path())
    await page.getByRole('main').getByRole('button', { name }).first().click()
    await page.getByRole('dialog').waitFor()
    await untilQuiet(page)
    expect(await mixedTexts(page)).toEqual([])
    await close()
  })
})
