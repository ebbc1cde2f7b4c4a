import { afterAll, describe, expect, it } from 'vitest'
import { openTestDatabase, testSettings } from '../testing/app'
import { callCommand } from '../testing/terminal'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

const SMTP = { SMTP_URL: 'smtp://localhost:1', MAIL_FROM: 'shop@x.example', PUBLIC_ORIGIN: 'https://shop.example' }

const call = (args: string[], env: Record<string, string> = SMTP) =>
  callCommand('staff', args, { folder: '.', settings: testSettings(env), database })

async function open(email: string, emailVerifiedAt: Date | null = null): Promise<string> {
  await db.user.create({ data: { email, firstName: 'Asha', lastName: 'Rao', passwordHash: '', emailVerifiedAt } })
  return email
}

describe('npm run staff -- add', () => {
  it('refuses an unconfirmed account without --unconfirmed if the shop sends emails', async () => {
    const email = await open('stranger@shopper.example')
    const { code, lines } = await call(['add', email])
    expect([code, lines.join()]).toEqual([1, expect.stringContaining('must first log in with an emailed code')])
    expect(await db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({ role: 'CUSTOMER', staffRoleId: null })
    expect((await call(['add', email, '--unconfirmed'])).lines[0]).toBe(`${email} is now staff as Owner.`)
    expect((await call(['list', '--unconfirmed'])).code).toBe(2)
  })

  it('accepts a confirmed account', async () => {
    const email = await open('employee@shop.example', new Date())
    expect((await call(['add', email])).lines).toEqual([`${email} is now staff as Owner.`])
  })

  it.each<Record<string, string>>([{}, { MAIL: '0' }])(
    'accepts an unconfirmed account with %j, because nobody can confirm it by email',
    async (env) => {
      const email = await open(`newcomer${Object.keys(env).length}@shop.example`)
      expect((await call(['add', email], env)).code).toBe(0)
    },
  )
})
