/** Login and password reset with emailed codes. An SMTP server receives the emails. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { composeAccountMail } from '../../../server/domain/mail/composeAccountMail'
import { placeOnce } from '../../../server/domain/orders/placement/placement'
import { orderNumber } from '../../../server/domain/orders/order'
import { startOutbox } from '../../../server/outbox/start'
import {
  checkOut,
  fillCart,
  newProvenShopper,
  newShopper,
  setStock,
  stockOf,
} from '../../../server/testing/data/factories'
import { BOWL, CUP, PASSWORD } from '../../../server/testing/data/fixtures'
import { LOGIN, startSmtp } from '../../../server/testing/stand-ins/smtpStandIn'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button, notification, saveAddress } from '../visits'

const smtp = await startSmtp({ hasTls: false })
let outbox: ReturnType<typeof startOutbox> | undefined
const shopfront = openShopfront({
  SMTP_URL: `smtp://${LOGIN.user}:${encodeURIComponent(LOGIN.pass)}@127.0.0.1:${smtp.port}`,
  MAIL_FROM: 'orders@shop.example',
  PUBLIC_ORIGIN: 'https://shop.example',
})
const offline = openShopfront()

afterAll(async () => {
  await outbox?.stop()
  await smtp.close()
})

function startMails(): void {
  const { shop } = shopfront.app
  outbox ??= startOutbox(shop, { countAttempt() {} }, [
    { name: 'account-mail', compose: (message) => composeAccountMail(shop, message) },
  ])
}

let serial = 0
const newEmail = () => `by-code-${(serial += 1)}@codes.example`

/** The code in the newest email to the address. Waits for that many emails, because they arrive after the page says that one is sent. */
async function codeFor(email: string, emails = 1): Promise<string> {
  const received = () => smtp.received.filter(({ to }) => to.includes(email))
  await expect.poll(() => received().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(emails)
  return /^ {4}(\d{6})\r?$/m.exec(received().at(-1)!.raw)![1]!
}

async function enterCode(page: Page, email: string): Promise<void> {
  await page.getByText(`We have emailed a code to ${email}`).waitFor()
  await page.getByLabel('Code', { exact: true }).fill(await codeFor(email))
  await button(page, 'Continue').click()
}

describe('a visitor on a phone', () => {
  it('logs in with an emailed code, and then buys the product added before the login', async () => {
    startMails()
    const email = newEmail()
    const { page, complaints, close } = await shopfront.visit('phone', '/product/sea-glass-serving-bowl')
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByText('Log in to add Sea Glass Serving Bowl to your cart').waitFor()
    await button(page, 'Continue with a code by email').click()
    await page.getByText('Log in to add Sea Glass Serving Bowl to your cart').waitFor()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await button(page, 'Send code').click()
    await expectNoSidewaysScroll(page)
    await page.getByLabel('Code', { exact: true }).fill('12 34')
    await button(page, 'Continue').click()
    await page.getByText('Please enter the six digits').waitFor()
    // A phone may drop the page while the shopper reads the email.
    await codeFor(email)
    await page.reload()
    await enterCode(page, email)
    await page.waitForURL('**/product/sea-glass-serving-bowl')
    await notification(page, 'Added to Cart').waitFor()

    await page.goto(`${shopfront.origin}/profile`)
    const dialog = page.getByRole('dialog')
    await button(page, 'Add your name').click()
    await dialog.getByLabel('First Name').fill('Anu')
    await dialog.getByLabel('Last Name').fill('Rao')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await notification(page, 'Details saved').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await button(page, 'Add your name').waitFor({ state: 'detached' })

    await page.goto(`${shopfront.origin}/checkout`)
    await button(page, 'Add New Address').click()
    await saveAddress(page)
    await page.getByRole('radio', { name: /Meera Iyer/ }).waitFor()
    await button(page, 'Place Order').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/order_summary')
    await page.goto(`${shopfront.origin}/profile`)
    await page.getByText('Anu Rao').first().waitFor()
    expect(await button(page, 'Change password').count()).toBe(0)

    await button(page, 'Change email').click()
    await dialog.getByText(`Your email is ${email}`).waitFor()
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Send code', exact: true }).click()
    await dialog.getByText(`We have emailed a code to ${email}`).waitFor()
    expect(
      await dialog.locator('input').evaluateAll((fields) => fields.map((field) => field.getAttribute('name'))),
    ).toEqual(['code', 'email'])
    await expectNoSidewaysScroll(page)
    const next = newEmail()
    await dialog.getByLabel('Code').fill(await codeFor(email, 2))
    await dialog.getByLabel('New Email').fill(next)
    await dialog.getByRole('button', { name: 'Send code to new email' }).click()
    await dialog.getByText(`We have emailed a code to ${next}`).waitFor()
    await dialog.getByLabel('Code').fill(await codeFor(next))
    await dialog.getByRole('button', { name: 'Confirm email' }).click()
    await notification(page, 'Email changed').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the owner of an email that a stranger signed up with', () => {
  it('sees on the profile what the stranger may have left, until the owner hides it', async () => {
    startMails()
    const shopper = await newShopper(shopfront.app, { [CUP]: 1 })
    const number = orderNumber((await checkOut(shopfront.app, shopper)).order)
    const { page, complaints, close } = await shopfront.visit('phone', '/login')
    await button(page, 'Continue with a code by email').click()
    await page.getByLabel('Email', { exact: true }).fill(shopper.email)
    await button(page, 'Send code').click()
    await enterCode(page, shopper.email)
    const hint = notification(page, 'Please check your account on the profile page.')
    await hint.waitFor()
    expect((await hint.boundingBox())!.height).toBeLessThan(48)
    await page.goto(`${shopfront.origin}/profile`)
    const notice = page.getByRole('region', { name: 'Someone else may have opened this account' })
    await notice.getByText('Please check the addresses below.').waitFor()
    await expectNoSidewaysScroll(page)
    await notice.getByRole('link', { name: number }).click()
    await page.getByText(number, { exact: true }).first().waitFor()
    await page.getByText('Placed before you confirmed your email.').waitFor()
    await page.goto(`${shopfront.origin}/orders`)
    await page.getByRole('article', { name: number }).getByText('Placed before you confirmed your email').waitFor()
    await page.goto(`${shopfront.origin}/profile`)
    await button(page, 'Add New Address').click()
    // On a phone, Save is in view without scrolling.
    const save = (await page.getByRole('dialog').getByRole('button', { name: 'Save' }).boundingBox())!
    const dialog = (await page.getByRole('dialog').boundingBox())!
    expect(save.y + save.height).toBeLessThan(dialog.y + dialog.height)
    await page.keyboard.press('Escape')
    await notice.getByRole('button', { name: 'Hide this message' }).click()
    await page.reload()
    await page.getByText('This address was saved before you confirmed your email.').waitFor()
    expect(await notice.count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a forgotten password', () => {
  it('is reset with an emailed code, which also logs the shopper in', async () => {
    startMails()
    const { email } = await newShopper(shopfront.app)
    const { page, complaints, close } = await shopfront.visit('desktop', '/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    // The login page also has an Email field.
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await button(page, 'Send Email').click()
    await page.getByText(`We have emailed a code to ${email}`).waitFor()
    await page.reload()
    await page.getByText(`We have emailed a code to ${email}`).waitFor()
    await page.getByLabel('OTP', { exact: true }).fill(await codeFor(email))
    await page.getByLabel('New Password', { exact: true }).fill('password123')
    await button(page, 'Submit').click()
    await page.getByText('this one is too common').waitFor()
    await page.getByLabel('New Password', { exact: true }).fill('a jar that was found again')
    await button(page, 'Submit').click()
    await notification(page, 'Password changed').waitFor()
    await page.waitForURL('**/products')
    expect(complaints).toEqual([])
    await close()
  })

  it('triggers no request if the shop sends no emails, and the page explains this', async () => {
    const { page, close } = await offline.visit('phone', '/forgotpassword')
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.postData()?.includes('RequestCode')) posts.push(request.url())
    })
    await page.getByText('This demo shop cannot send email').waitFor()
    await page.getByLabel('Email', { exact: true }).fill('someone@codes.example')
    await button(page, 'Send Email').click()
    await page.getByLabel('OTP', { exact: true }).fill('123456')
    await button(page, 'Submit').click()
    await page.waitForURL('**/login')
    expect(posts).toEqual([])
    await close()
  })

  it('can be reset in a trial shop with a code that is written to a file', async () => {
    const { shop } = offline.app
    const { email } = await newShopper(offline.app)
    const { page, complaints, close } = await offline.visit('phone', '/forgotpassword')
    await button(page, 'Save to a file').click()
    await page.getByText('The email with your code becomes a file in the folder “mail”').waitFor()
    expect(await page.getByText('cannot send email').count()).toBe(0)
    await page.getByLabel('Email', { exact: true }).fill(email)
    await button(page, 'Send Email').click()
    await page.getByText(`The email to ${email} with your code is a file in the folder “mail”`).waitFor()
    await expectNoSidewaysScroll(page)
    const [message] = await shop.db.outboxMessage.findMany({
      where: { channel: 'account-mail' },
      orderBy: { id: 'desc' },
    })
    const mail = await composeAccountMail(shop, message!)
    const code = /^ {4}(\d{6})$/m.exec(mail!.text)![1]!
    await page.getByLabel('OTP', { exact: true }).fill(code === '123456' ? '654321' : '123456')
    await page.getByLabel('New Password', { exact: true }).fill('a jar that was found again')
    await button(page, 'Submit').click()
    // The field shows the error, so no notification repeats it.
    await page.getByText('This code is wrong.').waitFor()
    expect(await notification(page, 'Could not change the password.').count()).toBe(0)
    await page.getByLabel('OTP', { exact: true }).fill(code)
    await button(page, 'Submit').click()
    await notification(page, 'Password changed').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a login code in a trial shop', () => {
  it('is written to a file, and the page says so', async () => {
    const { page, close } = await offline.visit('desktop', '/login')
    await button(page, 'Continue with a code by email').click()
    await page.getByLabel('Email', { exact: true }).fill(newEmail())
    await button(page, 'Send code').click()
    await page.getByText('is a file in the folder “mail”').waitFor()
    await button(page, 'Change email').click()
    await button(page, 'Use a password').click()
    await button(page, 'Login as Guest').waitFor()
    await close()
  })
})

describe('an unconfirmed email', () => {
  it('can be confirmed with the code of the welcome email, in the tab of the sign-up', async () => {
    startMails()
    const email = newEmail()
    const { page, complaints, close } = await shopfront.visit('phone', '/signup')
    const texts = { 'First Name': 'Anu', 'Last Name': 'Rao', Email: email }
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
    for (const label of ['Password', 'Confirm Password']) await page.getByLabel(label, { exact: true }).fill(PASSWORD)
    await button(page, 'Sign Up').click()
    await notification(page, 'Welcome Anu!').waitFor()
    const welcomeCode = await codeFor(email)
    const welcome = smtp.received.findLast(({ to }) => to.includes(email))!.raw.replace(/=?\r\n/g, ' ')
    expect(welcome).toContain('other tabs')

    // The code does not work in another tab, so the button there sends another code.
    const other = await page.context().newPage()
    await other.goto(`${shopfront.origin}/profile`)
    await button(other, 'Confirm it').click()
    await other.getByText(`We have emailed a code to ${email}`).waitFor()
    expect(await other.getByText('This page did not ask for this code').count()).toBe(0)
    await other.close()

    await page.goto(`${shopfront.origin}/profile`)
    await button(page, 'Confirm it').click()
    await page.getByText('Enter the code from our email “Welcome to').waitFor()
    expect(await page.getByText(`We have emailed a code to ${email}`).count()).toBe(0)
    await page.getByLabel('Code', { exact: true }).fill(welcomeCode)
    await button(page, 'Confirm email').click()
    await notification(page, 'Email confirmed').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('can be confirmed on the profile page, and the shopper stays logged in', async () => {
    startMails()
    const shopper = await newShopper(shopfront.app)
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'phone', '/profile')
    const code = page.getByLabel('Code', { exact: true })
    await page.getByText('Your email is not confirmed.').waitFor()
    expect(await code.count()).toBe(0)
    const requests: string[] = []
    page.on('request', (request) => {
      const sent = request.postData() ?? ''
      // A server that does not know the query's hash yet is sent the query too.
      if (sent.includes('RequestCode') && !sent.includes('"query":')) requests.push(request.url())
    })
    await page.route('**/graphql*', (route) => route.abort())
    await button(page, 'Confirm it').click()
    await page.getByRole('main').getByRole('alert').waitFor()
    expect(await code.count()).toBe(0)
    await page.unroute('**/graphql*')
    await button(page, 'Confirm it').click()
    await page.getByText(`We have emailed a code to ${shopper.email}`).waitFor()
    await expect.poll(() => code.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(requests).toHaveLength(2)
    await code.fill('123456')
    await button(page, 'Send a new code').click()
    await page.getByRole('status').getByText('New code sent.').waitFor()
    expect(await code.inputValue()).toBe('')
    // A phone may drop the page while the shopper reads the email. The field is open again.
    await page.reload()
    await code.fill(await codeFor(shopper.email, 2))
    await button(page, 'Confirm email').click()
    await notification(page, 'Email confirmed').waitFor()
    await page.getByLabel('Confirm your email').waitFor({ state: 'detached' })
    await button(page, 'Change password').waitFor()
    await expectNoSidewaysScroll(page)
    // The browser logs the failed request.
    expect(complaints.filter((text) => !/ERR_FAILED|Failed to fetch/.test(text))).toEqual([])
    await close()
  })
})

describe('a new account with a large order', () => {
  it('is told how much it can order, confirms its email on the checkout page, and the checkout continues', async () => {
    startMails()
    await setStock(shopfront.app, { [BOWL]: 40 })
    const shopper = await newShopper(shopfront.app, { [BOWL]: 12 })
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'phone', '/checkout')
    await button(page, 'Place Order').click()
    await page.getByText('You can order at most 10 of Sea Glass Serving Bowl now').waitFor()
    expect(await stockOf(shopfront.app, BOWL)).toBe(40)
    await expectNoSidewaysScroll(page)
    expect(await page.getByLabel('Code', { exact: true }).count()).toBe(0)
    await button(page, 'Send code').click()
    await page.getByText(`We have emailed a code to ${shopper.email}`).waitFor()
    const code = page.getByLabel('Code', { exact: true })
    await expect.poll(() => code.evaluate((it) => it === document.activeElement)).toBe(true)
    await code.fill(await codeFor(shopper.email))
    await button(page, 'Confirm email').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/order_summary')
    expect(await stockOf(shopfront.app, BOWL)).toBe(28)
    expect(complaints).toEqual([])
    await close()
  })

  it('sees next to the line how many pieces a shop has, and sets the quantity there', async () => {
    await setStock(shopfront.app, { [BOWL]: 40 })
    const shopper = await newProvenShopper(shopfront.app, { [BOWL]: 24 })
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'phone', '/checkout')
    await button(page, 'Place Order').click()
    const line = page.getByRole('listitem').filter({ hasText: 'Sea Glass Serving Bowl' })
    await line.getByRole('alert').getByText('You can order at most 20 of Sea Glass Serving Bowl at a time.').waitFor()
    await expectNoSidewaysScroll(page)
    await line.getByRole('button', { name: 'Set quantity to 20' }).click()
    await line.getByRole('alert').waitFor({ state: 'detached' })
    await button(page, 'Place Order').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/order_summary')
    expect(await stockOf(shopfront.app, BOWL)).toBe(20)
    expect(complaints).toEqual([])
    await close()
  })

  it('sees next to the line how many it can order with cash on delivery, and pays for all of them online', async () => {
    // With emails, an order on delivery needs a confirmed email, and this limit does not apply.
    await setStock(offline.app, { [CUP]: 20 })
    const shopper = await newShopper(offline.app, { [CUP]: 8 })
    const { page, complaints, close } = await offline.visitAs(shopper, 'phone', '/checkout')
    await page.getByRole('radio', { name: /Cash on delivery/ }).check()
    await button(page, 'Place Order').click()
    const line = page.getByRole('listitem').filter({ hasText: 'Celadon Chai Cup' })
    await line.getByRole('alert').getByText('New accounts can order at most 5 of Celadon Chai Cup').waitFor()
    await line.getByRole('button', { name: 'Set quantity to 5' }).waitFor()
    await expectNoSidewaysScroll(page)
    await line.getByRole('button', { name: 'Pay online' }).click()
    await line.getByRole('alert').waitFor({ state: 'detached' })
    const now = page.getByRole('radio', { name: /Pay online/ })
    expect(await now.isChecked()).toBe(true)
    expect(await now.evaluate((radio) => radio === document.activeElement)).toBe(true)
    await button(page, 'Place Order').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/order_summary')
    expect(await stockOf(offline.app, CUP)).toBe(12)
    expect(complaints).toEqual([])
    await close()
  })

  it('sees below the choice why a further order cannot be paid on delivery', async () => {
    const shopper = await newProvenShopper(offline.app)
    await setStock(offline.app, { [CUP]: 20 })
    for (let placed = 0; placed < offline.app.limits['onDelivery.perAccount']; placed += 1) {
      await fillCart(offline.app, shopper, { [CUP]: 1 })
      const input = { addressId: shopper.addressId, idempotencyKey: randomUUID(), networkAddress: '192.0.2.7' }
      await placeOnce(offline.app.shop, shopper, input, { payOnDelivery: true })
    }
    await fillCart(offline.app, shopper, { [CUP]: 1 })
    const { page, complaints, close } = await offline.visitAs(shopper, 'phone', '/checkout')
    const choice = page.getByRole('group', { name: 'Pay' })
    await choice.getByRole('radio', { name: /Cash on delivery/ }).check()
    await button(page, 'Place Order').click()
    await choice.getByRole('alert').filter({ hasText: 'cash on delivery' }).waitFor()
    await choice.getByRole('button', { name: 'Pay online' }).click()
    await choice.getByRole('alert').waitFor({ state: 'detached' })
    await button(page, 'Place Order').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/order_summary')
    expect(complaints).toEqual([])
    await close()
  })

  it('confirms its email before its first order with cash on delivery', async () => {
    startMails()
    const shopper = await newShopper(shopfront.app, { [BOWL]: 1 })
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'phone', '/checkout')
    await page.getByRole('radio', { name: /Cash on delivery.*First, we ask you to confirm your email/ }).check()
    await button(page, 'Place Order').click()
    await page.getByText('Please confirm your email before you order with cash on delivery').waitFor()
    expect(await page.getByLabel('Code', { exact: true }).count()).toBe(0)
    await button(page, 'Send code').click()
    await page.getByText(`We have emailed a code to ${shopper.email}`).waitFor()
    const code = page.getByLabel('Code', { exact: true })
    await expect.poll(() => code.evaluate((it) => it === document.activeElement)).toBe(true)
    await code.fill(await codeFor(shopper.email))
    await button(page, 'Confirm email').click()
    await page.waitForURL('**/order_summary')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('personal details', () => {
  it('can be edited on the profile page, and a new email is confirmed with a code', async () => {
    startMails()
    const shopper = await newShopper(shopfront.app)
    await shopfront.app.shop.db.user.update({ where: { id: shopper.id }, data: { emailVerifiedAt: new Date() } })
    const email = newEmail()
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'phone', '/profile')
    const dialog = page.getByRole('dialog')
    await button(page, 'Edit details').click()
    await dialog.getByLabel('First Name').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Please enter valid First Name').waitFor()
    await dialog.getByLabel('First Name').fill('Anu')
    await dialog.getByLabel('Mobile').fill('+91 98765 01234')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await notification(page, 'Details saved').waitFor()
    await page.getByText('98765 01234').waitFor()
    await page.getByText('Anu Iyer').first().waitFor()

    await button(page, 'Change email').click()
    await dialog.getByLabel('New Email').fill(email)
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Send code to new email' }).click()
    await dialog.getByText(`We have emailed a code to ${email}`).waitFor()
    await expectNoSidewaysScroll(page)
    await dialog.getByLabel('Code').fill(await codeFor(email))
    await dialog.getByRole('button', { name: 'Confirm email' }).click()
    await notification(page, 'Email changed').waitFor()
    await page.getByRole('region', { name: 'Profile' }).getByText(email.split('@')[0]!).waitFor()
    await expect.poll(() => smtp.received.some(({ to }) => to.includes(shopper.email))).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('an address that was saved before the email was confirmed', () => {
  it('gives the profile no mobile number or place, and can be confirmed there', async () => {
    startMails()
    const stranger = await newShopper(shopfront.app)
    const { db } = shopfront.app.shop
    await db.address.updateMany({ where: { userId: stranger.id }, data: { city: 'Strangepur', isUnchecked: true } })
    await db.user.update({ where: { id: stranger.id }, data: { emailVerifiedAt: new Date() } })
    const { page, complaints, close } = await shopfront.visitAs(stranger, 'phone', '/profile')
    const profile = page.getByRole('region', { name: 'Profile' })
    await page.getByText('Is it yours?').waitFor()
    await profile.getByText('Sample').first().waitFor()
    expect(await profile.getByText('Strangepur').count()).toBe(0)
    expect(await page.getByText('Default', { exact: true }).count()).toBe(0)
    await expectNoSidewaysScroll(page)
    await button(page, 'Yes, it is mine').click()
    await profile.getByText('Strangepur').waitFor()
    await page.getByText('Default', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('must be confirmed at the next checkout', async () => {
    startMails()
    const stranger = await newShopper(shopfront.app)
    const { page, close } = await shopfront.visit('phone', '/product/celadon-chai-cup')
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await button(page, 'Continue with a code by email').click()
    await page.getByLabel('Email', { exact: true }).fill(stranger.email)
    await button(page, 'Send code').click()
    await enterCode(page, stranger.email)
    await notification(page, 'Added to Cart').waitFor()
    await page.goto(`${shopfront.origin}/checkout`)
    await page.getByText('Is it yours?').waitFor()
    await button(page, 'Place Order').click()
    const problem = page
      .getByRole('group', { name: 'Deliver to' })
      .getByRole('alert')
      .filter({ hasText: 'Please check order address' })
    await problem.waitFor()
    await button(page, 'Yes, deliver here').click()
    await page.getByText('Is it yours?').waitFor({ state: 'detached' })
    await button(page, 'Place Order').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/order_summary')
    await close()
  })
})
