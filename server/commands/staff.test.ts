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

  it('changes the role of staff only with --role, records it, and ends keys beyond the new role', async () => {
    const email = await open('promoted@shop.example', new Date())
    await call(['add', email, '--role', 'Manager'])
    const { id } = await db.user.findUniqueOrThrow({ where: { email } })
    const bot = { email: 'key@keys.example', firstName: 'API key', lastName: 'Refunds', passwordHash: '' }
    const key = { name: 'Refunds', hash: 'one', permissions: ['write_refunds'] }
    await db.apiKey.create({ data: { ...key, user: { create: bot }, createdBy: { connect: { id } } } })
    const refused = await call(['add', email])
    expect([refused.code, refused.lines.join()]).toEqual([1, expect.stringContaining('Name the new role with --role')])
    expect((await call(['add', email, '--role', 'Packer'])).lines).toEqual([`${email} is now staff as Packer.`])
    expect(await db.user.findUniqueOrThrow({ where: { id }, include: { staffRole: true } })).toMatchObject({
      role: 'STAFF',
      staffRole: { name: 'Packer' },
    })
    expect((await db.apiKey.findFirstOrThrow({ where: { createdById: id } })).endedAt).not.toBeNull()
    expect(await db.auditEntry.findFirst({ where: { action: 'changeStaffRole', subjectId: id } })).toMatchObject({
      actorId: null,
      before: { role: 'Manager' },
      after: { role: 'Packer', endedKeys: 1 },
    })
    expect((await call(['add', email, '--role', 'Packer'])).lines).toEqual([`${email} is already staff as Packer.`])
  })

  it('keeps the last owner, and unblocks staff whose role it changes', async () => {
    const isOwner = { staffRole: { isOwner: true } }
    await db.user.updateMany({ where: isOwner, data: { role: 'CUSTOMER', staffRoleId: null } })
    const email = await open('sole-owner@shop.example', new Date())
    await call(['add', email])
    const refused = await call(['add', email, '--role', 'Packer'])
    expect([refused.code, refused.lines.join()]).toEqual([1, expect.stringContaining('owner')])
    expect(await db.user.count({ where: { email, ...isOwner } })).toBe(1)
    const second = await open('second-owner@shop.example', new Date())
    await call(['add', second])
    await db.user.update({ where: { email }, data: { blockedAt: new Date() } })
    expect((await call(['add', email, '--role', 'Packer'])).lines).toEqual([
      `${email} is now staff as Packer and no longer blocked.`,
    ])
    expect(await db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({ blockedAt: null })
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
