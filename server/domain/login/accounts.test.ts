import { describe, expect, it } from 'vitest'
import { GUEST_ACCOUNT } from '../../shared/shop'
import { startBeside, startTestApp, without } from '../../testing/app'
import { newShopper } from '../../testing/data/factories'
import { newcomer, PASSWORD } from '../../testing/data/fixtures'
import demoUsers from '../../../prisma/catalogue/demo-users.json' with { type: 'json' }
import type { Shop } from '../shop'
import { findViewer, logIn, signUp } from './accounts'

const app = await startTestApp()
const unlimited = await startBeside(app, {}, without('passwords'))
const { shop } = app

describe('logIn', () => {
  const failuresOf = (email: string, network: string) =>
    shop.db.signInFailures.findUnique({ where: { email_network: { email, network } } })

  it('rejects the right password after too many concurrent wrong ones', async () => {
    const { email } = await newShopper(app)
    const guess = (password: string) => logIn(shop, email, { email, password })
    const wrong = Array.from({ length: 40 }, (_, i) => guess(`guess ${i}`))
    await Promise.allSettled(wrong)
    const results = await Promise.allSettled([guess(PASSWORD), ...Array.from({ length: 5 }, () => guess('another'))])
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'TOO_MANY_ATTEMPTS' } })
    expect((await failuresOf(email, shop.hashNetwork(email)))!.count).toBeGreaterThanOrEqual(10)
  })

  it('keeps the count in the database, so it survives a restart', async () => {
    const { email } = await newShopper(app)
    const network = shop.hashNetwork('203.0.113.1')
    await shop.db.signInFailures.create({
      data: { email, network, count: 10, windowTo: new Date(Date.now() + 60_000) },
    })
    const enter = () => logIn(shop, '203.0.113.1', { email, password: PASSWORD })
    await expect(enter()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    await shop.db.signInFailures.updateMany({ where: { email, network }, data: { count: 9 } })
    expect((await enter()).email).toBe(email)
    expect(await failuresOf(email, network)).toBeNull()
  })

  it('does not lock out the owner while another network guesses, and treats an IPv6 /64 as one network', async () => {
    const { email } = await newShopper(app)
    const enter = (address: string, password: string) => logIn(shop, address, { email, password })
    for (let i = 0; i < 10; i++) {
      await expect(enter(`2001:db8:1:2::${i}`, 'a guess')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    }
    await expect(enter('2001:db8:1:2:3::', PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect((await enter('2001:db8:1:3::', PASSWORD)).email).toBe(email)
    expect((await enter('203.0.113.1', PASSWORD)).email).toBe(email)
    // Logins by the owner do not give the guesser more attempts.
    await expect(enter('2001:db8:1:2::', PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect((await failuresOf(email, ''))!.count).toBe(10)
  })

  it('allows 100 wrong attempts from all networks combined, even concurrently', async () => {
    const { email } = await newShopper(app)
    const enter = (address: string, password: string) => logIn(shop, address, { email, password })
    const guesses = Array.from({ length: 120 }, (_, i) => enter(`203.0.${i}.7`, 'a guess'))
    const codes = (await Promise.allSettled(guesses)).map((result) => (result as PromiseRejectedResult).reason.code)
    expect(codes.filter((code) => code === 'WRONG_PASSWORD')).toHaveLength(100)
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(20)
    await expect(enter('198.51.100.1', PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    await shop.db.signInFailures.updateMany({ where: { email }, data: { windowTo: new Date(Date.now() - 1) } })
    expect((await enter('198.51.100.1', PASSWORD)).email).toBe(email)
  })

  it('leaves a network and a browser of an earlier login their own attempts', async () => {
    const { id, email } = await newShopper(app)
    await shop.db.user.update({ where: { id }, data: { emailVerifiedAt: new Date() } })
    const [home, browserKey] = ['198.51.100.1', 'the browser of the owner']
    const enter = (address: string, password: string, key?: string) =>
      logIn(shop, address, { email, password, browserKey: key })
    await enter(home, PASSWORD, browserKey)
    const far = (i: number) => `203.0.${i}.7`
    for (let i = 0; i < 100; i += 1) await expect(enter(far(i), 'a guess')).rejects.toThrow()
    await expect(enter('192.0.2.1', PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect((await enter(home, PASSWORD)).email).toBe(email)
    for (let i = 0; i < 10; i += 1)
      await expect(enter(home, 'a guess')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    await expect(enter(home, PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect((await enter(home, PASSWORD, browserKey)).email).toBe(email)
    // The browser's attempts are limited too.
    for (let i = 0; i < 10; i += 1) await expect(enter(far(i), 'a guess', browserKey)).rejects.toThrow()
    await expect(enter(far(1), PASSWORD, browserKey)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
  })

  it.each([
    ['an IPv6 /56', (i: number) => `2001:db8:1:12${i.toString(16).padStart(2, '0')}::1`],
    ['an IPv6 /48', (i: number) => `2001:db8:1:${(i * 257).toString(16)}::1`],
    ['an IPv4 /24', (i: number) => `203.0.113.${i}`],
  ])('allows %s half of the 100 attempts, which protects the owner elsewhere', async (_width, address) => {
    const { email } = await newShopper(app)
    const enter = (from: string, password: string) => logIn(shop, from, { email, password })
    const codes: string[] = []
    for (let i = 0; i < 70; i++)
      await enter(address(i), 'a guess').catch(({ code }: { code: string }) => codes.push(code))
    expect(codes.filter((code) => code === 'WRONG_PASSWORD')).toHaveLength(50)
    expect(new Set(codes.slice(50))).toEqual(new Set(['TOO_MANY_ATTEMPTS']))
    await expect(enter(address(99), PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect((await enter('198.51.100.1', PASSWORD)).email).toBe(email)
  })

  it('forgets wrong passwords that were counted while the clock was ahead', async () => {
    const { email } = await newShopper(app)
    const network = shop.hashNetwork('203.0.113.1')
    const windowTo = new Date(Date.now() + 6 * 60 * 60_000)
    await shop.db.signInFailures.create({ data: { email, network, count: 10, windowTo } })
    const guess = logIn(shop, '203.0.113.1', { email, password: 'a guess' })
    await expect(guess).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    expect((await failuresOf(email, network))!.count).toBe(1)
  })

  it('allows any number of attempts if the limits are 0', async () => {
    const { email } = await newShopper(unlimited)
    const enter = (password: string) => logIn(unlimited.shop, email, { email, password })
    for (let i = 0; i < 12; i++) await expect(enter('a guess')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    expect((await enter(PASSWORD)).email).toBe(email)
  })

  const SPELLINGS: [name: string, typed: string, other: string][] = [
    ['an accent', 'gru\u0308ne-Tasse-9', 'gr\u00fcne-Tasse-9'],
    ['two accents', 'tie\u0302\u0301ng-Viet-4', 'ti\u1ebfng-Viet-4'],
    ['a nukta', '\u0958\u0932\u092e-ghar-7', '\u0915\u093c\u0932\u092e-ghar-7'],
    ['a Gurmukhi nukta', '\u0a36\u0a47\u0a30-ghar-77', '\u0a38\u0a3c\u0a47\u0a30-ghar-77'],
    ['a Bengali nukta', '\u09dc-nodi-bari-5', '\u09a1\u09bc-nodi-bari-5'],
    ['a Tamil vowel in two parts', '\u0b95\u0bc6\u0bbe-veedu-55', '\u0b95\u0bca-veedu-55'],
    ['a Malayalam vowel in two parts', '\u0d15\u0d46\u0d3e-veedu-55', '\u0d15\u0d4a-veedu-55'],
    ['a Kannada vowel in two parts', '\u0c95\u0cc6\u0cc2-mane-555', '\u0c95\u0cca-mane-555'],
    ['an Odia vowel in two parts', '\u0b15\u0b47\u0b3e-ghara-55', '\u0b15\u0b4b-ghara-55'],
    ['a Korean syllable', '\u1112\u1161\u11ab-geul-99', '\ud55c-geul-99'],
    ['the sign of an angstrom', '\u212bngstrom-lang', '\u00c5ngstrom-lang'],
    ['an Urdu letter with madda', '\u0627\u0653-pani-chai-3', '\u0622-pani-chai-3'],
  ]

  it.each(SPELLINGS)('accepts both spellings of a password with %s', async (_, typed, other) => {
    for (const [set, entered] of [
      [typed, other],
      [other, typed],
    ] as const) {
      const { email } = await signUp(unlimited.shop, '203.0.113.9', { ...newcomer(), password: set }).then(
        (it) => it.user,
      )
      for (const password of [set, entered])
        expect((await logIn(unlimited.shop, email, { email, password })).email).toBe(email)
    }
  })

  it('counts a wrong password once, whatever its form', async () => {
    const { email, id } = await newShopper(app)
    const network = shop.hashNetwork('203.0.113.1')
    for (const [i, [, typed, other]] of SPELLINGS.slice(0, 4).entries()) {
      const raw = [typed, other].find((each) => each !== each.normalize('NFC')) ?? typed
      await expect(logIn(shop, '203.0.113.1', { email, password: raw })).rejects.toMatchObject({
        code: 'WRONG_PASSWORD',
      })
      expect((await failuresOf(email, network))!.count).toBe(i + 1)
    }
    const { passwordHash } = await shop.db.user.findUniqueOrThrow({ where: { id } })
    await logIn(shop, '203.0.113.1', { email, password: PASSWORD })
    expect((await shop.db.user.findUniqueOrThrow({ where: { id } })).passwordHash).toBe(passwordHash)
  })

  it('takes about as long for an unknown email as for a known one', async () => {
    const { email } = await newShopper(unlimited)
    const quickest = { known: Infinity, unknown: Infinity }
    for (let i = 0; i < 8; i++) {
      for (const who of ['known', 'unknown'] as const) {
        const start = performance.now()
        const input = { email: who === 'known' ? email : 'nobody@shopper.example', password: 'a guess' }
        await expect(logIn(unlimited.shop, email, input)).rejects.toThrow()
        quickest[who] = Math.min(quickest[who], performance.now() - start)
      }
    }
    // Without a password comparison, a login would take a tenth of the time.
    expect(quickest.unknown).toBeGreaterThan(quickest.known / 3)
  })
})

describe('signUp', () => {
  it('writes nothing if the email is taken', async () => {
    const before = [await shop.db.user.count(), await shop.db.cart.count()]
    const input = { email: 'guest@cerashop.example', firstName: 'A', lastName: 'B', password: PASSWORD }
    await expect(signUp(shop, 'here', input)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
    expect([await shop.db.user.count(), await shop.db.cart.count()]).toEqual(before)
  })
})

describe('a new password', () => {
  const enter = (password: string, email = newcomer().email) => signUp(shop, email, { ...newcomer(), email, password })

  it.each(['password', 'PassWord1', '12345678', ' qwertyuiop ', 'iloveyou'])(
    'cannot be one of the most common passwords: %j',
    async (password) => {
      const message = 'Please enter valid Password: this one is too common'
      await expect(enter(password)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        inputErrors: [{ field: 'password', message }],
      })
    },
  )

  it.each(['meera.iyer@shopper.example', 'Meera.Iyer'])("cannot be the account's own email: %j", async (password) => {
    const message = 'Please enter valid Password: it must differ from your email'
    await expect(enter(password, 'meera.iyer@shopper.example')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      inputErrors: [{ field: 'password', message }],
    })
  })

  it('does not affect the demo accounts, whose passwords are common', async () => {
    expect((await logIn(shop, 'here', GUEST_ACCOUNT)).email).toBe(GUEST_ACCOUNT.email)
  })
})

describe('findViewer', () => {
  it('requires the id, email and token version of the same user', async () => {
    const [one, other] = [await newShopper(app), await newShopper(app)]
    const tokenVersion = 0
    expect((await findViewer(shop, { ...one, tokenVersion }))?.id).toBe(one.id)
    expect(await findViewer(shop, { id: one.id, email: other.email, tokenVersion })).toBeNull()
    expect(await findViewer(shop, { ...one, tokenVersion: 1 })).toBeNull()
  })
})

describe('a demo account', () => {
  const { email, password } = demoUsers[0]!
  const closed: Shop = { ...shop, settings: { ...shop.settings, demoAccounts: false } }

  it('can log in unless DEMO_ACCOUNTS is 0, which also invalidates its tokens', async () => {
    const guest = await logIn(shop, 'here', { email, password })
    expect((await findViewer(shop, guest))?.id).toBe(guest.id)
    await expect(logIn(closed, 'here', { email, password })).rejects.toMatchObject({ code: 'EMAIL_UNKNOWN' })
    expect(await findViewer(closed, guest)).toBeNull()
  })

  it('is the only kind of account that DEMO_ACCOUNTS disables', async () => {
    const shopper = await newShopper(app)
    expect((await findViewer(closed, { ...shopper, tokenVersion: 0 }))?.id).toBe(shopper.id)
  })
})
