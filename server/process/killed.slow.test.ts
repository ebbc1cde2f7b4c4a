import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../testing/processes'
import { openDatabase } from '../database/client'
import { testSettings } from '../testing/app'
import { ask, newShopper, post, startBuiltShop } from '../testing/builtShop'
import { startRazorpayStandIn, type Fault } from '../testing/stand-ins/razorpayStandIn'
import { startSmtp } from '../testing/stand-ins/smtpStandIn'

const START = `mutation ($addressId: ID!, $key: String!) {
  startCheckout(addressId: $addressId, idempotencyKey: $key) { order { id number } payment { providerOrderId } userErrors { code } }
}`
const CONFIRM =
  'mutation ($input: ConfirmPaymentInput!) { confirmPayment(input: $input) { order { status } userErrors { code } } }'
const CANCEL = 'mutation ($number: String!) { cancelOrder(number: $number) { order { status } userErrors { code } } }'
const ORDERS = '{ me { orders(first: 10) { nodes { number status refunds { amount: amountPaise state } } } } }'

/**
 * Expires all claims early, because until they expire no other server continues the killed server's work. Also ends the delays of failed
 * emails: on a slow machine, an email fails twice before the kill, and the delay after the second failure is five minutes.
 */
async function letLeasesRunOut(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase(testSettings({ DATA_DIR: dataDir }))
  await db.$executeRaw`UPDATE refund SET due_at = now() WHERE state = 'REQUESTED'`
  await db.$executeRaw`UPDATE outbox_message SET due_at = now() WHERE state = 'WAITING'`
  await close()
}

describe('a server that is killed during a refund', () => {
  it('makes and reports the refund only once, no matter when it is killed', async () => {
    const razorpay = await startRazorpayStandIn()
    const smtp = await startSmtp({ hasTls: false })
    const dataDir = mkdtempSync(join(tmpdir(), 'cerashop-killed-'))
    onTestFinished(async () => {
      await Promise.all([razorpay.close(), smtp.close()])
      rmSync(dataDir, { recursive: true, force: true })
    })
    const port = await freePort()
    const env = {
      ...razorpay.env,
      DATA_DIR: dataDir,
      AUTO_REFUND: '1',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'orders@shop.example',
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    }
    const shop = await startBuiltShop({ env, port })
    onTestFinished(() => shop.close())
    const { origin } = shop
    const { email, token, addressId } = await newShopper(origin)

    async function buy(productId: string): Promise<string> {
      await post(origin, '/api/user/cart', { product: { _id: productId } }, token)
      const { startCheckout } = await ask(origin, token, START, { addressId, key: randomUUID() })
      const { providerOrderId } = startCheckout.payment
      const payment = razorpay.pay(providerOrderId)
      const signature = razorpay.signatureOf(payment)
      const input = { orderId: startCheckout.order.id, providerOrderId, paymentId: payment.id, signature }
      const { confirmPayment } = await ask(origin, token, CONFIRM, { input })
      expect(confirmPayment.order.status).toBe('PAID')
      return startCheckout.order.number
    }

    const subjects = () => smtp.received.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)![1]!)
    const asksForRefunds = () => razorpay.requests.filter((line) => /^POST .*\/refund$/.test(line)).length

    /**
     * Kills the server while it waits for the SMTP server and for the provider. The provider has then made `made` refunds. Then starts the
     * server again.
     */
    async function cancelAndKill(number: string, fault: Fault, made: number): Promise<void> {
      let mailsInHand = 0
      smtp.fail(() => {
        mailsInHand += 1
        return { data: 'silence' }
      })
      const asked = asksForRefunds()
      razorpay.failNext(fault)
      const { cancelOrder } = await ask(origin, token, CANCEL, { number })
      expect(cancelOrder.userErrors).toEqual([])
      await expect.poll(asksForRefunds, { interval: 10 }).toBe(asked + 1)
      await expect.poll(() => mailsInHand, { interval: 10 }).toBeGreaterThan(0)
      expect(await shop.stop('SIGKILL')).toBe('SIGKILL')
      expect(razorpay.refunds.size).toBe(made)
      smtp.fail(() => ({}))
      await letLeasesRunOut(dataDir)
      shop.start()
      await shop.ready()
    }

    const first = await buy('celadon-chai-cup')
    const second = await buy('saffron-nut-bowl')
    await expect.poll(() => subjects().filter((subject) => subject.includes('confirmed')).length).toBe(2)
    await cancelAndKill(first, 'no answer', 0)
    await expect.poll(() => razorpay.refunds.size).toBe(1)
    await cancelAndKill(second, 'done, no answer', 2)

    const back = async () => (await ask(origin, token, ORDERS)).me.orders.nodes
    const made = [...razorpay.refunds.values()].map(({ amount }) => ({ amount, state: 'PROCESSED' }))
    await expect.poll(back, { timeout: 30_000 }).toEqual([
      { number: second, status: 'REFUNDED', refunds: [made[1]] },
      { number: first, status: 'REFUNDED', refunds: [made[0]] },
    ])
    // Interrupted emails are sent again after their claims have expired. If the SMTP server accepted an email while the shop was being
    // killed, it arrives twice with the same Message-ID, and email programs show it once.
    const idOf = (raw: string) => /^Message-ID: (.*)$/im.exec(raw)![1]!
    const about = (number: string) =>
      [...new Map(smtp.received.map(({ raw }) => [idOf(raw), /^Subject: (.*)$/m.exec(raw)![1]!])).values()]
        .filter((subject) => subject.includes(number))
        .sort()
    const told = (number: string) => [
      expect.stringMatching(new RegExp(`^Order ${number} confirmed: thank you, `)),
      `Order ${number} has been cancelled`,
      expect.stringMatching(new RegExp(`^We've refunded Rs.* for order ${number}$`)),
    ]
    await expect.poll(() => [about(first), about(second)], { timeout: 30_000 }).toEqual([told(first), told(second)])
    expect(smtp.received.every(({ to }) => to.length === 1 && to[0] === email)).toBe(true)
    expect(razorpay.refunds.size).toBe(2)
  })
})
