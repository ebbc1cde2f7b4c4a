/** Names that are written from right to left, for tests that they do not reorder the text around them. */
import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { fullTitle } from '../../server/domain/catalogue/variants'
import { newBuyer, newOwner, type Buyer, type Owner } from './everyPage'

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
export const TEXTS: string[] = [...PERSONAL, TITLE, ROLE, KEY, TEXT, REASON]

/** Those that the pages of a buyer show. */
export const BUYERS_TEXTS: string[] = [...PERSONAL, TITLE]

export interface Named {
  buyer: Buyer
  owner: Owner
  /** The titles with the values of variants, which are one text. */
  fullTitles: string[]
  /** The paths of the dialogs of the office that show a name. */
  dialogs: string[]
}

/** Gives the names to all products, to the staff and to a new buyer. */
export async function nameFromRightToLeft(app: FastifyInstance): Promise<Named> {
  const { db } = app.shop
  await db.product.updateMany({ data: { title: TITLE } })
  const fullTitles = (await db.product.findMany()).map(fullTitle).filter((title) => title !== TITLE)
  const buyer = await newBuyer(app, { name: NAME, street: STREET, city: CITY, state: STATE })
  const owner = await newOwner(app, buyer, FAMILY)
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
  const dialogs = [
    `/office/customers/${buyer.id}/block`,
    `/office/staff/roles/${role.id}/edit`,
    `/office/staff/roles/${role.id}/remove`,
    `/office/keys/${key.id}/end`,
    `/office/orders/${buyer.numbers[1]}/refund`,
    `/office/orders/${buyer.numbers[1]}/ship`,
    `/office/orders/${buyer.numbers[1]}/cancel`,
    `/office/staff/members/${owner.id}/role`,
  ]
  return { buyer, owner, fullTitles, dialogs }
}

/**
 * The texts next to other letters or digits in one line without an element or a character that isolates them, and the texts of a person that
 * nothing isolates.
 */
export const mixedTexts = (page: Page, { fullTitles }: Named): Promise<string[]> =>
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
