/** Calls about codes that take the same locks: they wait for each other, but do not deadlock. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp, without } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import { newShopper } from '../../../testing/data/factories'
import { PASSWORD } from '../../../testing/data/fixtures'
import { lockWaits } from '../../../testing/lockWaits'

const app = await startTestApp({}, { limits: without('codes') })
const { db, mailCodes } = app.shop

async function newVerified() {
  const shopper = await newShopper(app)
  await db.user.update({ where: { id: shopper.id }, data: { emailVerifiedAt: new Date() } })
  return shopper
}

const lockCartOf = (id: string) => `SELECT FROM cart WHERE user_id = '${id}' FOR UPDATE`

/** Takes the first locks in a transaction, starts the call, and takes the last lock once the call waits. */
async function whileLocked<Result>(first: string[], last: string, send: () => Promise<Result>): Promise<Result> {
  let sent!: Promise<Result>
  await db.$transaction(
    async (tx) => {
      for (const lock of first) await tx.$executeRawUnsafe(lock)
      sent = send()
      await expect.poll(() => lockWaits(db), { interval: 5 }).toBeGreaterThan(0)
      // PostgreSQL looks for deadlocks after a second. Without this limit, it could end the call, which the shop then repeats.
      await tx.$executeRaw`SET LOCAL lock_timeout = '500ms'`
      await tx.$executeRawUnsafe(last)
    },
    { timeout: 60_000 },
  )
  return sent
}

it('a login with a code waits for a deletion of the account, which then ends the code', async () => {
  const { id, email } = await newVerified()
  const REQUEST = `mutation { requestCode(input: { email: "${email}" }) { requestId } }`
  const { requestId } = (await ask(app, REQUEST)).data.requestCode
  const row = await db.mailCode.findFirstOrThrow({ where: { email } })
  const SIGN_IN = `mutation { signInWithCode(input: { email: "${email}", code: "${mailCodes.of(row.id)}", requestId: "${requestId}" }) { userErrors { code } } }`
  const last = `UPDATE mail_code SET used_at = now() WHERE email = '${email}'`
  const { data } = await whileLocked([lockCartOf(id)], last, () => ask(app, SIGN_IN))
  expect(data.signInWithCode.userErrors).toEqual([{ code: 'CODE_INVALID' }])
})

it('a change of email waits for a login with a code', async () => {
  const { id, email, token } = await newVerified()
  const next = `${randomUUID()}@locks.example`
  const windowTo = new Date(Date.now() + 60_000)
  await db.signInFailures.create({ data: { email, network: 'a network', count: 1, windowTo } })
  const REQUEST = `mutation { requestEmailChange(input: { email: "${next}", password: "${PASSWORD}" }) { requestId } }`
  const { requestId } = (await ask(app, REQUEST, { token })).data.requestEmailChange
  const row = await db.mailCode.findFirstOrThrow({ where: { userId: id } })
  const CONFIRM = `mutation { confirmEmailChange(input: { code: "${mailCodes.of(row.id)}", requestId: "${requestId}" }) { user { email } userErrors { code } } }`
  const failures = `SELECT FROM sign_in_failures WHERE email = '${email}' FOR UPDATE`
  const account = `SELECT FROM user_account WHERE id = '${id}' FOR UPDATE`
  const { data } = await whileLocked([lockCartOf(id), failures], account, () => ask(app, CONFIRM, { token }))
  expect(data.confirmEmailChange).toEqual({ user: { email: next }, userErrors: [] })
})
