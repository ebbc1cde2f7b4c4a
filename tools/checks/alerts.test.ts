/**
 * Checks deploy/alerts.yml with promtool. The names of metrics and labels come from scrapes of a shop in which each of these parts is
 * broken.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { maintain } from '../../server/domain/maintenance/maintenance'
import { projectRoot } from '../../server/settings'
import { startTestApp } from '../../server/testing/app'
import { call } from '../../server/testing/calls'
import { checkOut, newShopper, newStaff } from '../../server/testing/data/factories'
import { startRazorpayStandIn } from '../../server/testing/stand-ins/razorpayStandIn'
import { startS3 } from '../../server/testing/stand-ins/s3StandIn'
import { ALERT_CASES, TARGET } from './alertCases'

const RULES = join(projectRoot, 'deploy/alerts.yml')
interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string }
}
const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const labelsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label!, value!]))

const samplesIn = (body: string): Sample[] =>
  body.split('\n').flatMap((line) => {
    const found = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)
    return found ? [{ name: found[1]!, labels: labelsIn(found[2] ?? ''), value: Number(found[3]) }] : []
  })

/** Returns the same text for the same series. */
const textOf = ({ name, labels }: Pick<Sample, 'name' | 'labels'>): string =>
  JSON.stringify([name, Object.entries(labels).sort()])

const seriesOf = (text: string): Pick<Sample, 'name' | 'labels'> => ({
  name: /^\w+/.exec(text)![0],
  labels: labelsIn(text.slice(text.indexOf('{') + 1)),
})

const razorpay = await startRazorpayStandIn()
const s3 = await startS3()
const app = await startTestApp({
  ...razorpay.env,
  PHOTOS_S3_URL: s3.url,
  REDIS_URL: 'redis://127.0.0.1:1',
  ORDER_WEBHOOK_URL: 'https://receiver.invalid',
  ORDER_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
})
const { db } = app.shop
const folder = mkdtempSync(join(tmpdir(), 'cerashop-alerts-'))
afterAll(async () => {
  await s3.close()
  await razorpay.close()
  rmSync(folder, { recursive: true })
})

/** The samples of all scrapes so far. */
const scraped: Sample[] = []
async function scrape(): Promise<(series: string) => number | undefined> {
  const samples = samplesIn((await app.opsServer.inject('/metrics')).body)
  scraped.push(...samples)
  const values = new Map(samples.map((sample) => [textOf(sample), sample.value]))
  return (series) => values.get(textOf(seriesOf(series)))
}

async function paidTwice() {
  const shopper = await newShopper(app, { 'celadon-chai-cup': 1 })
  const { order } = await checkOut(app, shopper)
  const { providerOrderId } = await db.order.findUniqueOrThrow({ where: { id: order.id } })
  const payments = [razorpay.pay(providerOrderId!), razorpay.pay(providerOrderId!)]
  for (const payment of payments) await app.inject(razorpay.webhook('payment.captured', payment))
  return { orderId: order.id, paymentId: payments[0]!.id }
}

describe('the metrics of a broken shop', () => {
  beforeAll(async () => {
    await call(app, 'GET', '/api/products/celadon-chai-cup')
    await scrape()
  })

  it('show a second payment, a failed refund, and messages that are waiting or dead', async () => {
    const { orderId, paymentId } = await paidTwice()
    const before = await scrape()
    expect(before('shop_payments_to_return')).toBe(1)
    expect(before('shop_payments{provider="RAZORPAY",state="refund_due"}')).toBeUndefined()
    const refund = { orderId, paymentId, amount: 500, reason: 'x', dueAt: new Date(0), provider: 'RAZORPAY' } as const
    await db.refund.create({ data: refund })
    await scrape()
    razorpay.refundsGo('failed')
    await maintain(app.shop, () => false)
    const waiting = await db.outboxMessage.findMany({ where: { channel: 'mail' } })
    await db.outboxMessage.update({ where: { id: waiting[0]!.id }, data: { state: 'DEAD' } })
    const value = await scrape()
    expect(value('shop_refunds_to_repeat')).toBe(1)
    expect(value('shop_outbox_messages{channel="mail",state="DEAD"}')).toBe(1)
    expect(value('shop_outbox_messages{channel="webhook",state="WAITING"}')).toBeGreaterThan(0)
  })

  it('show failures of the payment provider, the photo store, Redis and maintenance', async () => {
    razorpay.failNext(401, 401, 401)
    const order = { amount: 5000, currency: 'INR', receipt: 'x' }
    await expect(app.shop.payments.createOrder(order)).rejects.toThrow()
    s3.trouble(() => 403)
    const { token } = await newStaff(app)
    const payload = readFileSync(join(projectRoot, 'prisma/catalogue/photos/slide-1.webp'))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/webp' }
    const upload = await app.inject({ method: 'POST', url: '/office/photos', headers, payload })
    expect(upload.statusCode).toBe(503)
    await db.$executeRaw`ALTER TABLE idempotency_key RENAME TO idempotency_key_away`
    await maintain(app.shop, () => false)
    await db.$executeRaw`ALTER TABLE idempotency_key_away RENAME TO idempotency_key`
    const shown = async () => {
      const value = await scrape()
      return ['payments', 'photo-store', 'redis'].map((each) => value(`shop_outside_up{service="${each}"}`))
    }
    await expect.poll(shown, { timeout: 30_000 }).toEqual([0, 0, 0])
    expect((await scrape())('shop_maintenance_failures_total{step="sweepIdempotencyKeys"}')).toBe(1)
  })

  it('show that the database is slow by missing metrics, and not that it is down', async () => {
    let unlock = () => {}
    let locked = () => {}
    const isLocked = new Promise<void>((resolve) => (locked = resolve))
    const isDone = new Promise<void>((resolve) => (unlock = resolve))
    const locking = db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE shop_order`
      locked()
      await isDone
    })
    await isLocked
    const value = await scrape()
    unlock()
    await locking
    expect([value('shop_database_up'), value('shop_held_orders')]).toEqual([1, undefined])
    expect((await scrape())('shop_held_orders')).toBeDefined()
  })
})

/** Only Prometheus has these metrics. */
const isTarget = (label: string) => label in TARGET

describe('deploy/alerts.yml', () => {
  it.each(rules)('$alert reads only metrics and labels that a scrape contains', ({ expr }) => {
    const selectors = [...expr.matchAll(/\b(up|(?:shop|nodejs|process)_\w+)(?:\{([^}]*)\})?(?!\w)/g)]
    expect(selectors.length).toBeGreaterThan(0)
    const grouping = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(/, */))
    for (const [, name, text = ''] of selectors) {
      if (name === 'up') continue
      const matchers = [...text.matchAll(/(\w+)(=~?)"([^"]*)"/g)].filter(([, label]) => !isTarget(label!))
      const own = scraped.filter(
        (sample) =>
          sample.name === name &&
          matchers.every(([, label, , value]) => new RegExp(`^(?:${value})$`).test(sample.labels[label!] ?? '')),
      )
      expect([name, text, own.length > 0]).toEqual([name, text, true])
    }
    const known = new Set(
      selectors
        .flatMap(([, name]) => scraped.filter((each) => each.name === name))
        .flatMap(({ labels }) => Object.keys(labels)),
    )
    expect(grouping.filter((label) => !isTarget(label) && !known.has(label))).toEqual([])
  })

  it('has a case in which each alert fires and one in which it does not', () => {
    const named = (isIn: (each: (typeof ALERT_CASES)[number]) => boolean) =>
      [...new Set(ALERT_CASES.filter(isIn).map(({ alert }) => alert))].sort()
    const all = rules.map(({ alert }) => alert).sort()
    expect(named(({ fires }) => fires.length > 0)).toEqual(all)
    expect(named(({ quiet }) => quiet.length > 0)).toEqual(all)
  })

  it('contains only cases whose series appear in a scrape', () => {
    const known = new Set(scraped.map(textOf))
    const unknown = ALERT_CASES.flatMap(({ series }) => Object.keys(series)).filter(
      (series) => series !== 'up' && !known.has(textOf(seriesOf(series))),
    )
    expect([...new Set(unknown)]).toEqual([])
  })
})

describe('promtool (skipped where Prometheus is not installed, and never in CI)', () => {
  it('is installed in CI', () => {
    if (process.env['CI']) expect(hasPromtool).toBe(true)
  })

  it.skipIf(!hasPromtool)('accepts the rules', () => {
    expect(execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })).toContain(`${rules.length} rules`)
  })

  it.skipIf(!hasPromtool)('confirms that each alert fires when it should and resolves when the problem is over', () => {
    const target = Object.entries(TARGET).map(([label, value]) => `${label}="${value}"`)
    const tests = ALERT_CASES.map(({ alert, story, series, fires, quiet, labels }) => {
      const { labels: own, annotations } = rules.find((rule) => rule.alert === alert)!
      const expected = [{ exp_labels: { ...own, ...labels }, exp_annotations: annotations }]
      const at = (times: string[], exp_alerts: object[]) =>
        times.map((eval_time) => ({ eval_time, alertname: alert, exp_alerts }))
      return {
        name: `${alert}: ${story}`,
        interval: '1m',
        input_series: Object.entries(series).map(([text, values]) => ({
          series: `${seriesOf(text).name}{${[...target, ...(/\{(.*)\}/.exec(text)?.slice(1) ?? [])].join(',')}}`,
          values,
        })),
        alert_rule_test: [...at(fires, expected), ...at(quiet, [])],
      }
    })
    const file = join(folder, 'alerts.json')
    // JSON is also valid YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  })
})
