/** Presses the buttons of the office's pages, see pressAll. */
import { expect, it } from 'vitest'
import { openShopfront } from '../browser'
import { EVERY_FEATURE, newBuyer, newOwner, ownersPages } from '../everyPage'
import { pressAll } from '../pressAll'

const shopfront = openShopfront(EVERY_FEATURE)

it('the focus is not lost after any press on the pages of the office', { timeout: 600_000 }, async () => {
  // The test removes the first member of the staff. If it is repeated, that must not be the new owner.
  await shopfront.app.shop.db.user.updateMany({ where: { role: 'STAFF' }, data: { role: 'CUSTOMER' } })
  const buyer = await newBuyer(shopfront.app)
  const owner = await newOwner(shopfront.app, buyer)
  const { page, close } = await shopfront.visit('desktop', null)
  const { token } = owner
  const faults: string[] = []
  let pressed = 0
  for (const [i, path] of Object.values(ownersPages(buyer, owner.mail)).flat().entries()) {
    const found = await pressAll(page, shopfront.origin, async () => ({ path, token }), { shell: i === 0 })
    faults.push(...found.faults)
    pressed += found.pressed
  }
  expect(faults).toEqual([])
  expect(pressed).toBeGreaterThan(50)
  await close()
})
