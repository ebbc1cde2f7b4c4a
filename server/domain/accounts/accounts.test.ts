import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { newShopper } from '../../testing/factories'
import { PASSWORD } from '../../testing/fixtures'
import demoUsers from '../../../prisma/catalogue/demo-users.json' with { type: 'json' }
import type { Shop } from '../shop'
import { findViewer, logIn, signUp } from './accounts'

const app = await startTestApp()
const { shop } = app

describe('logIn', () => {
  it('helps a guesser no more by a right guess among many at once than by one after many', async () => {
    const { email } = await newShopper(app)
    const guess = (password: string) => logIn(shop, email, { email, password })
    const wrong = Array.from({ length: 40 }, (_, i) => guess(`guess ${i}`))
    await Promise.allSettled(wrong)
    const results = await Promise.allSettled([guess(PASSWORD), ...Array.from({ length: 5 }, () => guess('another'))])
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'TOO_MANY_ATTEMPTS' } })
    expect((await shop.db.signInFailures.findUniqueOrThrow({ where: { email } })).count).toBeGreaterThanOrEqual(10)
  })

  it('remembers over a restart: the count is in the database', async () => {
    const { email } = await newShopper(app)
    await shop.db.signInFailures.create({ data: { email, count: 10, windowTo: new Date(Date.now() + 60_000) } })
    await expect(logIn(shop, email, { email, password: PASSWORD })).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    await shop.db.signInFailures.update({ where: { email }, data: { count: 9 } })
    expect((await logIn(shop, email, { email, password: PASSWORD })).email).toBe(email)
    expect(await shop.db.signInFailures.count({ where: { email } })).toBe(0)
  })
})

describe('signUp', () => {
  it('leaves nothing behind where it is refused', async () => {
    const before = [await shop.db.user.count(), await shop.db.cart.count()]
    const input = { email: 'guest@cerashop.example', firstName: 'A', lastName: 'B', password: PASSWORD }
    await expect(signUp(shop, 'here', input)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
    expect([await shop.db.user.count(), await shop.db.cart.count()]).toEqual(before)
  })
})

describe('findViewer', () => {
  it('wants id and email of one user', async () => {
    const [one, other] = [await newShopper(app), await newShopper(app)]
    expect((await findViewer(shop, one))?.id).toBe(one.id)
    expect(await findViewer(shop, { id: one.id, email: other.email })).toBeNull()
  })
})

describe('a demo account', () => {
  const { email, password } = demoUsers[0]!
  const closed: Shop = { ...shop, settings: { ...shop.settings, demoAccounts: false } }

  it('is open, and closed where DEMO_ACCOUNTS is 0, tokens that it gave out before included', async () => {
    const guest = await logIn(shop, 'here', { email, password })
    expect((await findViewer(shop, guest))?.id).toBe(guest.id)
    await expect(logIn(closed, 'here', { email, password })).rejects.toMatchObject({ code: 'EMAIL_UNKNOWN' })
    expect(await findViewer(closed, guest)).toBeNull()
  })

  it('is all that is closed', async () => {
    const shopper = await newShopper(app)
    expect((await findViewer(closed, shopper))?.id).toBe(shopper.id)
  })
})
