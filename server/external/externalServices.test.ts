import { afterAll, describe, expect, it } from 'vitest'
import { maintain } from '../domain/maintenance/maintenance'
import { UPLOADED } from '../shared/photos'
import { startBeside, startTestApp } from '../testing/app'
import { hasRedis, startRedis } from '../testing/redis'
import { startRazorpayStandIn } from '../testing/stand-ins/razorpayStandIn'
import { eventually } from '../testing/statements'
import { startS3 } from '../testing/stand-ins/s3StandIn'

const app = await startTestApp()
const razorpay = await startRazorpayStandIn()
const s3 = await startS3()
afterAll(async () => {
  await s3.close()
  await razorpay.close()
})

type App = typeof app

/** Starts a shop that uses these services, and records its log lines. */
async function start(env: Record<string, string>): Promise<App & { told: string[] }> {
  const shop = await startBeside(app, env)
  const told: string[] = []
  const tell = (_details: object, message: string) => void told.push(message)
  Object.assign(shop.log, { warn: tell, info: tell })
  return Object.assign(shop, { told })
}

/** The state of one service in health and metrics. */
async function stateOf({ opsServer }: App, service: string) {
  // On a busy machine, the database may answer too late for one check.
  const ready = await eventually(
    () => opsServer.inject('/health/ready'),
    ({ statusCode }) => statusCode === 200,
  )
  expect(ready.statusCode).toBe(200)
  const { body } = await opsServer.inject('/metrics')
  const valueOf = (name: string) => Number(new RegExp(`^${name}\\{service="${service}"\\} (\\d+)$`, 'm').exec(body)![1])
  return {
    why: ready.json<{ outside: Record<string, string> }>().outside[service],
    up: valueOf('shop_outside_up'),
    failures: valueOf('shop_outside_failures_total'),
  }
}

const UP = { why: 'ok', up: 1 }

// Concurrent, because the tests wait for time limits. Each test must use the expect function from its own context.
describe.concurrent('an external service', () => {
  it('is listed from the start, but only if the shop uses it', async ({ expect }) => {
    expect(await stateOf(app, 'photo-store')).toEqual({ ...UP, failures: 0 })
    expect([...app.outside.services.keys()]).toEqual(['photo-store'])
  })

  it('payments: logs one line when it fails and one when it recovers', async ({ expect }) => {
    const shop = await start(razorpay.env)
    const order = { amount: 5000, currency: 'INR', receipt: 'x' }
    razorpay.failNext(401, 401, 401)
    for (let i = 0; i < 3; i += 1) await expect(shop.shop.payments.createOrder(order)).rejects.toThrow()
    expect(await stateOf(shop, 'payments')).toEqual({
      why: expect.stringContaining('Razorpay answered 401'),
      up: 0,
      failures: 3,
    })
    for (let i = 0; i < 2; i += 1) await shop.shop.payments.createOrder(order)
    expect(await stateOf(shop, 'payments')).toEqual({ ...UP, failures: 3 })
    expect(shop.told).toEqual([
      'The payment provider does not respond. Orders cannot be paid until it responds again.',
      'The payment provider responds again.',
    ])
    // A refused request does not count as a provider failure.
    await expect(shop.shop.payments.findRefunds('pay_unknown')).rejects.toThrow()
    expect(await stateOf(shop, 'payments')).toEqual({ ...UP, failures: 3 })
  })

  it('photo-store: counts as down if it responds with errors or times out', async ({ expect }) => {
    const shop = await start({ PHOTOS_S3_URL: s3.url })
    s3.trouble(() => 403)
    const name = UPLOADED.prefix + '0'.repeat(UPLOADED.digits)
    const unusedSince = new Date()
    await shop.shop.db.asset.create({ data: { kind: 'PHOTO', name, width: 1, height: 1, files: [], unusedSince } })
    expect((await shop.inject(`/photos/${name}.webp`)).statusCode).toBe(503)
    expect(await stateOf(shop, 'photo-store')).toMatchObject({
      up: 0,
      failures: 1,
      why: expect.stringContaining('403'),
    })
    s3.trouble(() => null)
    expect((await shop.inject(`/photos/${name}.webp`)).statusCode).toBe(404)
    expect(await stateOf(shop, 'photo-store')).toEqual({ ...UP, failures: 1 })
    s3.trouble(() => 'silence')
    expect((await shop.inject(`/photos/${name}.webp`)).statusCode).toBe(503)
    expect(await stateOf(shop, 'photo-store')).toEqual({ why: 'no answer within 5 s', up: 0, failures: 2 })
    const { statusCode, headers } = await shop.inject(`/photos/${name}.webp`)
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
    // The second call failed immediately, without a request.
    expect(await stateOf(shop, 'photo-store')).toMatchObject({ failures: 2 })
  })

  it('redis: counts as down while nothing listens at its address', async ({ expect }) => {
    const shop = await start({ REDIS_URL: 'redis://127.0.0.1:1' })
    await expect
      .poll(() => stateOf(shop, 'redis'))
      .toMatchObject({ up: 0, why: expect.stringContaining('ECONNREFUSED') })
  })

  it.skipIf(!hasRedis)(
    'redis: counts as down while it hangs (skipped if no redis-server is installed)',
    async ({ expect }) => {
      const redis = await startRedis()
      const shop = await start({ REDIS_URL: redis.url })
      await expect.poll(() => shop.redis!.status).toBe('ready')
      expect((await stateOf(shop, 'redis')).up).toBe(1)
      process.kill(redis.pid, 'SIGSTOP')
      await expect
        .poll(() => stateOf(shop, 'redis'), { timeout: 30_000 })
        .toMatchObject({ up: 0, why: 'Command timed out' })
      process.kill(redis.pid, 'SIGCONT')
      await expect.poll(() => stateOf(shop, 'redis'), { timeout: 30_000 }).toMatchObject(UP)
      await redis.stop()
    },
  )
})

describe('shop_maintenance_failures_total', () => {
  it('counts the failed runs of each step', async () => {
    const { shop, opsServer } = app
    const failures = async (step: string) => {
      const { body } = await opsServer.inject('/metrics')
      return new RegExp(`^shop_maintenance_failures_total\\{step="${step}"\\} (\\d+)$`, 'm').exec(body)?.[1]
    }
    await maintain(shop, () => false)
    expect(await failures('sweepIdempotencyKeys')).toBe('0')
    await shop.db.$executeRaw`ALTER TABLE idempotency_key RENAME TO idempotency_key_away`
    for (let i = 0; i < 2; i += 1) await maintain(shop, () => false)
    await shop.db.$executeRaw`ALTER TABLE idempotency_key_away RENAME TO idempotency_key`
    await maintain(shop, () => false)
    expect([await failures('sweepIdempotencyKeys'), await failures('sendRefunds')]).toEqual(['2', '0'])
  })
})
