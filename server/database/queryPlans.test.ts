/**
 * Prisma compiles a query once, but again for each list of texts that is a column's new value. An order would then block the server for
 * 20 ms. A list in `{ set: … }` becomes a parameter.
 */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { requestCode } from '../domain/login/codeLogin'
import { askStudio } from '../domain/questions/questions'
import { storeAsset } from '../media/assets'
import { startTestApp } from '../testing/app'
import { addressOf, checkOut, newShopper } from '../testing/data/factories'
import { BOWL } from '../testing/data/fixtures'
import { countPlans } from '../testing/queryPlans'

const app = await startTestApp({ CONTACT_EMAIL: 'hello@shop.example' })
const { shop } = app

const newAddress = () => addressOf(randomUUID())
const newEmail = () => `${randomUUID()}@plans.example`

it.each<[what: string, act: () => Promise<unknown>]>([
  ['an order', async () => checkOut(app, await newShopper(app, { [BOWL]: 1 }))],
  ['a request for a code', () => requestCode(shop, newAddress(), { email: newEmail() })],
  [
    'a question',
    () =>
      askStudio(shop, { address: newAddress(), viewer: null }, { name: 'Meera', email: newEmail(), message: 'Hello' }),
  ],
  [
    'a photo',
    () => {
      const files = new Map([[`${randomUUID()}.avif`, Buffer.from('x')]])
      return storeAsset(shop, { kind: 'PHOTO', name: randomUUID(), width: 1, height: 1, files }, async () => {})
    },
  ],
])('a repeated call compiles no query again: %s', async (_what, act) => {
  await act()
  const before = countPlans()
  await act()
  expect(countPlans()).toBe(before)
})
