import { describe, expect, it } from 'vitest'
import { runCommand as runKeys } from '../../../commands/keys'
import { runCommand as runStaff } from '../../../commands/staff'
import { composeAccountMail } from '../../mail/composeAccountMail'
import { startBeside, startTestApp } from '../../../testing/app'
import { ask, call } from '../../../testing/calls'
import { codeOf } from '../../../testing/data/authenticator'
import { actorAs, newShopper, newStaff, newStaffAs, type Shopper } from '../../../testing/data/factories'
import { PASSWORD } from '../../../testing/data/fixtures'
import { logOutEverywhere } from '../../login/owner'
import { deleteAccount } from '../../own-account/deleteAccount'
import { textOf } from '../../../guards/refusal'
import { RULES } from '../../../guards/rules'
import { addApiKey } from './apiKeys'
import { inviteStaff } from './invitations'
import { removeMember } from './members'
import { lockStaff } from '../../staff/owners'
import { saveRole } from './roles'
import { sealer } from '../../../crypto/sealed'

const app = await startTestApp()
const { db } = app.shop
const owner = await newStaff(app)

const roleId = async (name: string) => (await db.staffRole.findUniqueOrThrow({ where: { name } })).id

async function run(document: string, token: string, variables: Record<string, unknown> = {}, at = app) {
  const { data, errors } = await ask(at, document, { token, variables })
  const payload = data?.[Object.keys(data)[0]!]
  const [error] = payload?.userErrors ?? []
  const code: string | undefined = errors?.[0]?.extensions.reason ?? errors?.[0]?.extensions.code ?? error?.code
  return { payload, code, message: errors?.[0]?.message ?? error?.message }
}

const ERRORS = 'userErrors { code field message }'
const CHANGE_ROLE = `mutation ($userId: ID!, $roleId: ID!) { changeStaffRole(userId: $userId, roleId: $roleId) { member { id staffRole { name } } ${ERRORS} } }`
const REMOVE = `mutation ($userId: ID!, $endKeys: Boolean!) { removeStaff(userId: $userId, endKeys: $endKeys) { endedId ${ERRORS} } }`
const SAVE_ROLE = `mutation ($roleId: ID, $input: StaffRoleInput!) { saveStaffRole(roleId: $roleId, input: $input) { role { id name permissions } ${ERRORS} } }`
const REMOVE_ROLE = `mutation ($roleId: ID!) { removeStaffRole(roleId: $roleId) { endedId ${ERRORS} } }`
const INVITE = `mutation ($input: InviteStaffInput!) { inviteStaff(input: $input) { invitation { id email role { name } } ${ERRORS} } }`
const ACCEPT = `mutation ($key: String!) { acceptInvitation(key: $key) { user { role } ${ERRORS} } }`
const SET_UP = `mutation ($input: OwnerProofInput!) { setUpSecondFactor(input: $input) { secret uri ${ERRORS} } }`
const CONFIRM = `mutation ($code: String!) { confirmSecondFactor(code: $code) { token recoveryCodes ${ERRORS} } }`
const RENEW = `mutation ($code: String!) { renewRecoveryCodes(code: $code) { recoveryCodes ${ERRORS} } }`
const REMOVE_FACTOR = `mutation ($code: String!) { removeSecondFactor(code: $code) { token ${ERRORS} } }`
const RESET = `mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { token ${ERRORS} } }`
const SIGN_IN = `mutation ($input: SignInWithCodeInput!) { signInWithCode(input: $input) { token ${ERRORS} } }`
const LOG_IN = `mutation ($input: LoginInput!) { login(input: $input) { token ${ERRORS} } }`
const ADD_KEY = `mutation ($input: ApiKeyInput!) { addApiKey(input: $input) { apiKey { id name permissions } secret ${ERRORS} } }`
const END_KEY = `mutation ($id: ID!) { endApiKey(id: $id) { apiKey { endedAt } ${ERRORS} } }`
const BLOCK = `mutation ($id: ID!) { blockCustomer(customerId: $id, blocked: true) { customer { id } ${ERRORS} } }`
const COUNTS = '{ office { orderCounts { count } } }'
const ME = '{ me { id role permissions secondFactor } }'

const logIn = async ({ email }: Shopper, at = app) =>
  (await call(at, 'POST', '/api/auth/login', { body: { email, password: PASSWORD } })).json().encodedToken as string

describe('a role', () => {
  it('applies to the next call, is shown in `me`, and can be changed only by owners', async () => {
    const packer = await newStaffAs(app, 'Packer')
    expect((await run(ME, packer.token)).payload.permissions.sort()).toEqual(
      ['read_orders', 'read_products', 'read_stock', 'write_orders', 'write_stock'].sort(),
    )
    const input = { name: 'Photographer', permissions: ['write_products'] }
    expect(await run(SAVE_ROLE, packer.token, { input })).toMatchObject({
      code: 'FORBIDDEN',
      message: 'This needs the permission write_staff.',
    })
    const { payload } = await run(SAVE_ROLE, owner.token, { input })
    expect(payload.role).toMatchObject(input)
    expect((await run(SAVE_ROLE, owner.token, { input })).code).toBe('INVALID_INPUT')
    await run(CHANGE_ROLE, owner.token, { userId: packer.id, roleId: payload.role.id })
    expect((await run(ME, packer.token)).payload.permissions).toEqual(['write_products', 'read_products'])
    expect((await run(COUNTS, packer.token)).message).toBe('This needs the permission read_orders.')
    expect((await run(REMOVE_ROLE, owner.token, { roleId: payload.role.id })).code).toBe('ROLE_IN_USE')
    const narrowed = { name: 'Photographer', permissions: ['read_products'] }
    await run(SAVE_ROLE, owner.token, { roleId: payload.role.id, input: narrowed })
    expect((await run(ME, packer.token)).payload.permissions).toEqual(['read_products'])
    await run(REMOVE, owner.token, { userId: packer.id, endKeys: false })
    expect((await run(REMOVE_ROLE, owner.token, { roleId: payload.role.id })).payload.endedId).toBe(payload.role.id)
    expect((await run(SAVE_ROLE, owner.token, { roleId: await roleId('Owner'), input })).code).toBe('ROLE_IN_USE')
  })

  it('cannot be used to grant rights that its holder lacks, or to remove or block staff who have them', async () => {
    const roles = await run(SAVE_ROLE, owner.token, {
      input: { name: 'Head', permissions: ['write_staff', 'write_orders', 'write_customers', 'write_keys'] },
    })
    const head = await newStaffAs(app, 'Head')
    const [packer, manager] = [await newStaffAs(app, 'Packer'), await newStaffAs(app, 'Manager')]
    const change = (userId: string, to: string) => run(CHANGE_ROLE, head.token, { userId, roleId: to })
    expect((await change(head.id, await roleId('Owner'))).code).toBe('FORBIDDEN')
    expect((await change(packer.id, await roleId('Manager'))).code).toBe('FORBIDDEN')
    expect((await change(manager.id, roles.payload.role.id)).code).toBe('FORBIDDEN')
    expect((await run(REMOVE, head.token, { userId: owner.id, endKeys: false })).code).toBe('FORBIDDEN')
    expect((await run(BLOCK, head.token, { id: owner.id })).code).toBe('FORBIDDEN')
    expect((await run(BLOCK, manager.token, { id: packer.id })).message).toContain('permissions that you do not have')
    expect(
      (await run(INVITE, head.token, { input: { email: 'a@b.example', roleId: await roleId('Owner') } })).code,
    ).toBe('FORBIDDEN')
    const key = { name: 'k', permissions: ['write_products'] }
    expect((await run(ADD_KEY, head.token, { input: key })).code).toBe('FORBIDDEN')
    expect((await run(SAVE_ROLE, head.token, { input: { name: 'x', permissions: ['read_orders'] } })).message).toBe(
      'Only an owner can change roles.',
    )
    expect(await db.user.count({ where: { id: { in: [packer.id, owner.id] }, blockedAt: { not: null } } })).toBe(0)
  })

  it('ends all sessions of a member when it is removed, and their keys unless they are kept', async () => {
    const member = await newStaffAs(app, 'Owner')
    const input = { name: 'Till', permissions: ['read_orders'] }
    const kept = await run(ADD_KEY, member.token, { input })
    await run(INVITE, member.token, { input: { email: 'later@shopper.example', roleId: await roleId('Packer') } })
    await run(REMOVE, owner.token, { userId: member.id, endKeys: false })
    expect(await db.staffInvitation.count({ where: { email: 'later@shopper.example', endedAt: null } })).toBe(0)
    expect((await run(ME, member.token)).code).toBe('UNAUTHENTICATED')
    expect((await run(ME, await logIn(member))).payload).toMatchObject({ role: 'CUSTOMER', permissions: [] })
    expect((await run(COUNTS, kept.payload.secret)).code).toBeUndefined()
    await runStaff(db, ['add', member.email])
    const token = await logIn(member)
    const ended = await run(ADD_KEY, token, { input })
    await run(`mutation ($id: ID!) { removeStaff(userId: $id) { endedId ${ERRORS} } }`, owner.token, { id: member.id })
    expect((await run(COUNTS, ended.payload.secret)).code).toBe('UNAUTHENTICATED')
    expect((await run(COUNTS, kept.payload.secret)).code).toBeUndefined()
    const entries = await db.auditEntry.findMany({
      where: { OR: [{ subjectId: ended.payload.apiKey.id }, { action: 'removeStaff', subjectId: member.id }] },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ action, after }) => ({ action, after }))).toEqual([
      { action: 'removeStaff', after: { role: 'CUSTOMER', keptKeys: 1 } },
      { action: 'addApiKey', after: { name: 'Till', permissions: ['read_orders'] } },
      { action: 'endApiKey', after: null },
      { action: 'removeStaff', after: { role: 'CUSTOMER', endedKeys: 1 } },
    ])
  })
})

describe('the last owner', () => {
  it('cannot be removed, demoted, blocked or deleted, even by two calls at the same time', async () => {
    const second = await newStaff(app)
    await db.user.updateMany({
      where: { staffRole: { isOwner: true }, id: { notIn: [owner.id, second.id] } },
      data: { role: 'CUSTOMER', staffRoleId: null },
    })
    const rivals = await Promise.all([
      run(REMOVE, owner.token, { userId: second.id, endKeys: false }),
      run(REMOVE, second.token, { userId: owner.id, endKeys: false }),
    ])
    expect(rivals.filter(({ payload }) => payload?.endedId)).toHaveLength(1)
    const [last] = await db.user.findMany({ where: { staffRole: { isOwner: true }, role: 'STAFF' } })
    const token = app.signToken(last!)
    expect((await run(REMOVE, token, { userId: last!.id, endKeys: false })).code).toBe('LAST_OWNER')
    expect((await run(CHANGE_ROLE, token, { userId: last!.id, roleId: await roleId('Packer') })).code).toBe(
      'LAST_OWNER',
    )
    const deleted = await run(`mutation { deleteAccount(input: { password: "${PASSWORD}" }) { ${ERRORS} } }`, token)
    expect(deleted.code).toBe('LAST_OWNER')
    await db.user.updateMany({
      where: { id: { in: [owner.id, second.id] } },
      data: { role: 'STAFF', staffRoleId: await roleId('Owner') },
    })
    owner.token = await logIn(owner)
  })

  it('cannot delete the account in the request that made it the last owner', async () => {
    const others = { staffRole: { isOwner: true }, id: { not: owner.id } }
    const demoted = await db.user.findMany({ where: others, select: { id: true } })
    await db.user.updateMany({ where: others, data: { role: 'CUSTOMER', staffRoleId: null } })
    const invited = await newShopper(app)
    await db.user.update({ where: { id: invited.id }, data: { emailVerifiedAt: new Date() } })
    const input = { email: invited.email, roleId: await roleId('Owner') }
    const { payload } = await run(INVITE, owner.token, { input })
    const key = app.shop.sealer.seal(payload.invitation.id as string, 'invitation')
    const document = `mutation ($key: String!, $owner: ID!) {
      acceptInvitation(key: $key) { ${ERRORS} }
      removeStaff(userId: $owner, endKeys: false) { endedId ${ERRORS} }
      deleteAccount(input: { password: "${PASSWORD}" }) { ${ERRORS} }
    }`
    const { data } = await ask(app, document, { token: invited.token, variables: { key, owner: owner.id } })
    expect(data.removeStaff).toMatchObject({ endedId: owner.id })
    expect(data.deleteAccount.userErrors).toMatchObject([{ code: 'LAST_OWNER' }])
    await db.user.updateMany({
      where: { id: { in: [owner.id, ...demoted.map(({ id }) => id)] } },
      data: { role: 'STAFF', staffRoleId: await roleId('Owner') },
    })
    owner.token = await logIn(owner)
  })
})

describe('an invitation', () => {
  async function invite(email: string, role = 'Packer', by = owner) {
    const { payload } = await run(INVITE, by.token, { input: { email, roleId: await roleId(role) } })
    const message = await db.outboxMessage.findFirstOrThrow({ where: { topic: payload.invitation.id } })
    const mail = await composeAccountMail(app.shop, message)
    return { id: payload.invitation.id as string, mail: mail!, key: /\/join#(\S+)/.exec(mail!.text)![1]! }
  }
  const verified = async () => {
    const person = await newShopper(app)
    await db.user.update({ where: { id: person.id }, data: { emailVerifiedAt: new Date() } })
    return person
  }

  it('turns the invited account into a staff account, and works only once', async () => {
    const person = await verified()
    const { key, mail } = await invite(person.email)
    expect(mail).toMatchObject({ to: person.email, subject: expect.stringContaining('Join the staff') })
    expect((await run(ACCEPT, person.token, { key })).payload.user.role).toBe('STAFF')
    expect((await run(COUNTS, person.token)).code).toBeUndefined()
    expect((await run(ACCEPT, person.token, { key })).code).toBe('INVITATION_NOT_FOUND')
  })

  it('is refused for another or an unverified account, or if it is revoked, replaced, expired or forged', async () => {
    const [person, other, stranger] = [await verified(), await verified(), await newShopper(app)]
    const first = await invite(person.email)
    expect((await run(ACCEPT, other.token, { key: first.key })).code).toBe('INVITATION_NOT_FOUND')
    const second = await invite(person.email)
    expect((await run(ACCEPT, person.token, { key: first.key })).code).toBe('INVITATION_NOT_FOUND')
    expect((await run(ACCEPT, person.token, { key: `${second.key}x` })).code).toBe('INVITATION_NOT_FOUND')
    expect(
      (await run(ACCEPT, person.token, { key: sealer('x'.repeat(40), null).seal(second.id, 'invitation') })).code,
    ).toBe('INVITATION_NOT_FOUND')
    await db.staffInvitation.update({ where: { id: second.id }, data: { expiresAt: new Date(0) } })
    expect((await run(ACCEPT, person.token, { key: second.key })).code).toBe('INVITATION_NOT_FOUND')
    const demoted = await newStaff(app)
    const third = await invite(person.email, 'Manager', demoted)
    await run(CHANGE_ROLE, owner.token, { userId: demoted.id, roleId: await roleId('Packer') })
    expect((await run(ACCEPT, person.token, { key: third.key })).code).toBe('INVITATION_NOT_FOUND')
    const unproved = await invite(stranger.email)
    expect((await run(ACCEPT, stranger.token, { key: unproved.key })).code).toBe('EMAIL_UNVERIFIED')
    const ended = `mutation ($id: ID!) { endInvitation(id: $id) { endedId ${ERRORS} } }`
    expect((await run(ended, owner.token, { id: unproved.id })).payload.endedId).toBe(unproved.id)
    expect((await run(ended, owner.token, { id: unproved.id })).code).toBe('INVITATION_NOT_FOUND')
    expect(await db.user.count({ where: { id: { in: [person.id, stranger.id] }, role: 'STAFF' } })).toBe(0)
  })

  it('ends when its recipient joins in another way or is removed', async () => {
    const person = await verified()
    const before = await invite(person.email, 'Manager')
    await runStaff(db, ['add', person.email, '--role', 'Packer'])
    const during = await invite(person.email, 'Manager')
    await run(REMOVE, owner.token, { userId: person.id, endKeys: false })
    const token = await logIn(person)
    for (const { key } of [before, during])
      expect((await run(ACCEPT, token, { key })).code).toBe('INVITATION_NOT_FOUND')
    expect((await run(ME, token)).payload).toMatchObject({ role: 'CUSTOMER', permissions: [] })
  })
})

describe('a second factor', () => {
  async function enrolled(role = 'Owner') {
    const person = await newStaffAs(app, role)
    const { payload } = await run(SET_UP, person.token, { input: { password: PASSWORD } })
    const confirmed = await run(CONFIRM, person.token, { code: codeOf(payload.secret) })
    return {
      ...person,
      secret: payload.secret as string,
      token: confirmed.payload.token as string,
      recoveryCodes: confirmed.payload.recoveryCodes as string[],
      before: person.token,
    }
  }

  it("accepts the code of the right time after a code was used while the server's clock was ahead", async () => {
    const person = await enrolled()
    const step = Math.floor(Date.now() / 30_000)
    const usedAhead = (steps: number) =>
      db.secondFactor.update({ where: { userId: person.id }, data: { lastStep: step + steps } })
    await usedAhead(720)
    const code = codeOf(person.secret)
    expect((await run(CONFIRM, person.token, { code })).payload.token).not.toBeNull()
    expect((await run(CONFIRM, person.token, { code })).code).toBe('CODE_INVALID')
    // The clocks of two servers may differ a little. A used code stays used.
    await usedAhead(5)
    expect((await run(CONFIRM, person.token, { code: codeOf(person.secret, 1) })).code).toBe('CODE_INVALID')
  })

  it('needs the password, a correct code, and a staff account', async () => {
    const [person, shopper] = [await newStaffAs(app, 'Packer'), await newShopper(app)]
    expect((await run(SET_UP, person.token, { input: { password: 'wrong password' } })).code).toBe('WRONG_PASSWORD')
    expect((await run(SET_UP, person.token, { input: {} })).code).toBe('INVALID_INPUT')
    expect((await run(SET_UP, shopper.token, { input: { password: PASSWORD } })).code).toBe('FORBIDDEN')
    expect((await run(CONFIRM, person.token, { code: '123456' })).code).toBe('SECOND_FACTOR_UNKNOWN')
    const { payload } = await run(SET_UP, person.token, { input: { password: PASSWORD } })
    expect(payload.uri).toContain(`secret=${payload.secret}`)
    expect((await run(CONFIRM, person.token, { code: '12345' })).code).toBe('INVALID_INPUT')
    // An unconfirmed factor does not lock the member out of the office.
    expect((await run(COUNTS, person.token)).code).toBeUndefined()
    const stored = await db.secondFactor.findUniqueOrThrow({ where: { userId: person.id } })
    expect(JSON.stringify(stored)).not.toContain(payload.secret)
  })

  it("limits a token without a code to a shopper's rights, however the token was created", async () => {
    const person = await enrolled()
    expect((await run(ME, person.before)).code).toBe('UNAUTHENTICATED')
    expect((await run(COUNTS, person.token)).code).toBeUndefined()
    await db.user.update({ where: { id: person.id }, data: { emailVerifiedAt: new Date() } })
    const { email } = person
    const mailedCode = async () => {
      const { data } = await ask(app, `mutation { requestCode(input: { email: "${email}" }) { requestId } }`)
      const { id } = await db.mailCode.findFirstOrThrow({ where: { email, purpose: 'LOGIN' }, orderBy: { id: 'desc' } })
      return { code: app.shop.mailCodes.of(id), requestId: data.requestCode.requestId as string }
    }
    const tokenOf = async (document: string, input: object) =>
      (await run(document, '', { input })).payload.token as string
    // Must come first, because it ends all sessions.
    const ofReset = await tokenOf(RESET, { email, ...(await mailedCode()), newPassword: PASSWORD })
    const ofCode = await tokenOf(SIGN_IN, { email, ...(await mailedCode()) })
    const ofLogin = await tokenOf(LOG_IN, { email, password: PASSWORD })
    for (const token of [ofReset, ofCode, ofLogin, await logIn(person)]) {
      expect((await run(ME, token)).payload).toMatchObject({ role: 'STAFF', permissions: [], secondFactor: 'NEEDED' })
      expect((await run(COUNTS, token)).code).toBe('SECOND_FACTOR_REQUIRED')
      expect((await run(BLOCK, token, { id: owner.id })).code).toBe('SECOND_FACTOR_REQUIRED')
      const photo = await call(app, 'POST', '/office/photos', { token, body: Buffer.from('x') })
      expect(photo.statusCode).toBe(403)
    }
    expect(await db.user.count({ where: { id: owner.id, blockedAt: null } })).toBe(1)
  })

  it('accepts each code and each recovery code once, even in concurrent calls', async () => {
    const person = await enrolled()
    const token = await logIn(person)
    const code = codeOf(person.secret, 1)
    const rivals = await Promise.all([run(CONFIRM, token, { code }), run(CONFIRM, token, { code })])
    expect(rivals.map((each) => each.code).sort()).toEqual(['CODE_INVALID', undefined])
    expect((await run(CONFIRM, token, { code: codeOf(person.secret) })).code).toBe('CODE_INVALID')
    expect(person.recoveryCodes).toHaveLength(8)
    const [recovery] = person.recoveryCodes
    expect(
      (await run(CONFIRM, token, { code: recovery!.toUpperCase().replaceAll('-', ' ') })).payload.token,
    ).toBeTruthy()
    expect((await run(CONFIRM, token, { code: recovery! })).code).toBe('CODE_INVALID')
    const renewed = await run(RENEW, token, { code: person.recoveryCodes[1]! })
    expect(renewed.payload.recoveryCodes).toHaveLength(8)
    expect((await run(CONFIRM, token, { code: person.recoveryCodes[2]! })).code).toBe('CODE_INVALID')
    const actions = await db.auditEntry.findMany({ where: { actorId: person.id }, orderBy: { id: 'asc' } })
    expect(actions.map(({ action }) => action)).toEqual([
      'addSecondFactor',
      'useRecoveryCode',
      'useRecoveryCode',
      'renewRecoveryCodes',
    ])
  })

  it('does not extend the session, and emails a notice of each change to a verified address', async () => {
    const person = await newStaffAs(app, 'Packer')
    await db.user.update({ where: { id: person.id }, data: { emailVerifiedAt: new Date() } })
    const account = await db.user.findUniqueOrThrow({ where: { id: person.id } })
    const short = app.signToken(account, { expiresAt: new Date(Date.now() + 60 * 60_000) })
    const { payload } = await run(SET_UP, short, { input: { password: PASSWORD } })
    const confirmed = await run(CONFIRM, short, { code: codeOf(payload.secret) })
    const { exp } = JSON.parse(Buffer.from(confirmed.payload.token.split('.')[1], 'base64url').toString())
    expect(exp * 1000).toBeLessThan(Date.now() + 61 * 60_000)
    const renewed = await run(RENEW, confirmed.payload.token, { code: confirmed.payload.recoveryCodes[0] })
    await run(REMOVE_FACTOR, confirmed.payload.token, { code: renewed.payload.recoveryCodes[0] })
    const messages = await db.outboxMessage.findMany({ where: { topic: person.id }, orderBy: { id: 'asc' } })
    const mails = await Promise.all(messages.map((message) => composeAccountMail(app.shop, message)))
    expect(mails.map((mail) => mail!.kind)).toEqual([
      'SECOND_FACTOR_ADDED',
      'RECOVERY_CODE_USED',
      'RECOVERY_CODES_RENEWED',
      'RECOVERY_CODE_USED',
      'SECOND_FACTOR_REMOVED',
    ])
  })

  it('counts concurrent wrong codes, and refuses a correct one sent among them after the limit', async () => {
    const person = await enrolled()
    const right = codeOf(person.secret, 1)
    const codes = Array.from({ length: 40 }, (_, i) => (i === 30 ? right : String(100_000 + i)))
    const sent = await Promise.all(codes.map((code) => run(REMOVE_FACTOR, person.token, { code })))
    expect(sent.filter(({ code }) => code === 'CODE_INVALID').length).toBeLessThanOrEqual(10)
    const isLocked = sent[30]!.code === 'TOO_MANY_ATTEMPTS'
    expect(await db.secondFactor.count({ where: { userId: person.id } })).toBe(isLocked ? 1 : 0)
    expect((await run(CONFIRM, person.token, { code: person.recoveryCodes[0]! })).code).toBe(
      isLocked ? undefined : 'UNAUTHENTICATED',
    )
  })

  it('has to be set up again if the first code is entered after more than 15 minutes', async () => {
    const person = await newStaffAs(app, 'Packer')
    const { payload } = await run(SET_UP, person.token, { input: { password: PASSWORD } })
    const createdAt = new Date(Date.now() - 16 * 60_000)
    await db.secondFactor.update({ where: { userId: person.id }, data: { createdAt } })
    expect((await run(CONFIRM, person.token, { code: codeOf(payload.secret) })).code).toBe('SECOND_FACTOR_UNKNOWN')
  })

  it('is locked after ten wrong codes', async () => {
    const person = await enrolled()
    const wrong = person.secret && '000000'
    const codes: (string | undefined)[] = []
    for (let i = 0; i < 12; i++) codes.push((await run(CONFIRM, person.token, { code: wrong })).code)
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('CODE_INVALID'))
    expect(codes.slice(10)).toEqual(['TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS'])
    expect((await run(CONFIRM, person.token, { code: codeOf(person.secret, 1) })).code).toBe('TOO_MANY_ATTEMPTS')
  })

  it('accepts only a recovery code for a day after 30 wrong codes in a row, and emails the owner once', async () => {
    const person = await enrolled()
    await db.user.update({ where: { id: person.id }, data: { emailVerifiedAt: new Date() } })
    const confirm = (code: string) => run(CONFIRM, person.token, { code })
    const windowIsOver = () =>
      db.signInFailures.updateMany({
        where: { email: person.id, network: { in: ['second factor', ''] } },
        data: { windowTo: new Date(0) },
      })
    for (let i = 0; i < 30; i++) {
      if (i % 10 === 0) await windowIsOver()
      expect((await confirm('000000')).code).toBe('CODE_INVALID')
    }
    await windowIsOver()
    expect((await confirm(codeOf(person.secret, 1))).code).toBe('TOO_MANY_ATTEMPTS')
    expect((await confirm('000000')).code).toBe('TOO_MANY_ATTEMPTS')
    const topic = person.id
    const messages = await db.outboxMessage.findMany({ where: { topic, body: { contains: 'APP_CODES_CLOSED' } } })
    expect(messages).toHaveLength(1)
    expect(await composeAccountMail(app.shop, messages[0]!)).toMatchObject({ to: person.email })
    // After a day, or after a recovery code, codes of the app work again.
    await db.signInFailures.updateMany({ where: { email: person.id }, data: { windowTo: new Date(0) } })
    expect((await confirm('000000')).code).toBe('CODE_INVALID')
    await db.signInFailures.updateMany({
      where: { email: person.id, network: 'wrong app codes' },
      data: { count: 30, windowTo: new Date(Date.now() + 60 * 60_000) },
    })
    expect((await confirm(codeOf(person.secret, 1))).code).toBe('TOO_MANY_ATTEMPTS')
    expect((await confirm(person.recoveryCodes[0]!)).code).toBeUndefined()
    expect((await confirm(codeOf(person.secret, 1))).code).toBeUndefined()
  })

  it('must be confirmed again after 10 minutes for refunds, staff and keys, and after 12 hours for the office', async () => {
    const person = await enrolled()
    const aged = async (minutes: number) =>
      app.signToken(await db.user.findUniqueOrThrow({ where: { id: person.id } }), {
        factorAt: new Date(Date.now() - minutes * 60_000),
      })
    const input = { name: 'k', permissions: ['read_orders'] }
    expect((await run(ADD_KEY, await aged(9), { input })).code).toBeUndefined()
    expect((await run(ADD_KEY, await aged(11), { input })).code).toBe('SECOND_FACTOR_REQUIRED')
    const password = { input: { currentPassword: PASSWORD, newPassword: 'another long one' } }
    const changePassword = `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { token ${ERRORS} } }`
    expect((await run(changePassword, await aged(11), password)).code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await run(COUNTS, await aged(11 * 60))).code).toBeUndefined()
    expect((await run(ME, await aged(11 * 60))).payload.secondFactor).toBe('OLD')
    expect((await run(COUNTS, await aged(12 * 60 + 1))).code).toBe('SECOND_FACTOR_REQUIRED')
  })

  it('is required of all staff with STAFF_TOTP=required', async () => {
    const strict = await startBeside(app, { STAFF_TOTP: 'required' })
    const person = await newStaffAs(app, 'Packer')
    expect((await run(ME, person.token, {}, strict)).payload).toMatchObject({ permissions: [], secondFactor: 'SETUP' })
    expect((await run(COUNTS, person.token, {}, strict)).code).toBe('SECOND_FACTOR_REQUIRED')
    const { payload } = await run(SET_UP, person.token, { input: { password: PASSWORD } }, strict)
    const { payload: done } = await run(CONFIRM, person.token, { code: codeOf(payload.secret) }, strict)
    expect((await run(COUNTS, done.token, {}, strict)).code).toBeUndefined()
    expect((await run(SET_UP, done.token, { input: { password: PASSWORD } }, strict)).code).toBe('SECOND_FACTOR_EXISTS')
    const removed = await run(REMOVE_FACTOR, done.token, { code: done.recoveryCodes[0] }, strict)
    expect((await run(COUNTS, done.token, {}, strict)).code).toBe('UNAUTHENTICATED')
    expect((await run(COUNTS, removed.payload.token, {}, strict)).code).toBe('SECOND_FACTOR_REQUIRED')
  })

  it('can be removed by the operator', async () => {
    const person = await enrolled()
    expect(await runStaff(db, ['reset-factor', person.email])).toEqual([
      `${person.email} can set up a new authenticator app, and is logged out everywhere.`,
    ])
    expect(await runStaff(db, ['reset-factor', person.email])).toEqual([`${person.email} has no authenticator app.`])
    expect((await run(COUNTS, await logIn(person))).code).toBeUndefined()
  })
})

describe('a session that was ended', () => {
  const setUp = async ({ token }: Shopper) =>
    (await run(SET_UP, token, { input: { password: PASSWORD } })).payload.secret as string

  it('cannot get a new token from a second factor in the same request', async () => {
    const person = await newStaff(app)
    const code = codeOf(await setUp(person))
    const document = `mutation ($code: String!) {
      logoutEverywhere { ${ERRORS} }
      confirmSecondFactor(code: $code) { token ${ERRORS} }
    }`
    const { data, errors } = await ask(app, document, { token: person.token, variables: { code } })
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
    expect(data?.confirmSecondFactor).toBeFalsy()
  })

  it('cannot have a code emailed for another address in the request that deletes the account', async () => {
    const { token, id } = await newShopper(app)
    const document = `mutation ($email: String!) {
      deleteAccount(input: { password: "${PASSWORD}" }) { ${ERRORS} }
      requestEmailChange(input: { email: $email, password: "${PASSWORD}" }) { ${ERRORS} }
    }`
    await ask(app, document, { token, variables: { email: 'another@shopper.example' } })
    expect(await db.mailCode.count({ where: { OR: [{ userId: id }, { email: 'another@shopper.example' }] } })).toBe(0)
  })
})

describe('a session that ends while a call waits', () => {
  const roles = { name: 'Late', permissions: ['read_orders'] }

  it('cannot add keys, invite staff or delete the account', async () => {
    const person = await newStaff(app)
    const viewer = await db.user.findUniqueOrThrow({ where: { id: person.id } })
    const [keys, people] = [await actorAs(app, person, 'write_keys'), await actorAs(app, person, 'write_staff')]
    await logOutEverywhere(app.shop, viewer)
    const ended = { code: 'UNAUTHENTICATED' }
    await expect(addApiKey(app.shop, keys, { name: 'Late', permissions: ['read_orders'] })).rejects.toMatchObject(ended)
    const invitation = { email: 'late@shopper.example', roleId: await roleId('Packer') }
    await expect(inviteStaff(app.shop, people, invitation)).rejects.toMatchObject(ended)
    const proof = { password: PASSWORD }
    await expect(deleteAccount(app.shop, viewer, '192.0.2.1', proof)).rejects.toMatchObject(ended)
    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({
      email: person.email,
      deletedAt: null,
    })
  })

  it('cannot change a role if its owner is being removed', async () => {
    const person = await newStaff(app)
    const actor = await actorAs(app, person, 'write_staff')
    let saved: Promise<unknown> | undefined
    await db.$transaction(async (tx) => {
      await lockStaff(tx)
      saved = saveRole(app.shop, actor, { input: roles }).catch((error: unknown) => error)
      const member = await tx.user.findUniqueOrThrow({ where: { id: person.id }, include: { staffRole: true } })
      await removeMember(tx, member, { actorId: owner.id, endKeys: false })
    })
    expect(await saved).toMatchObject({ code: 'FORBIDDEN' })
    expect(await db.staffRole.count({ where: { name: roles.name } })).toBe(0)
  })
})

describe('an API key', () => {
  const input = { name: 'Warehouse', permissions: ['write_orders', 'read_products'] }

  it('acts in the office with its permissions, without an account, and is named in the log', async () => {
    const { payload } = await run(ADD_KEY, owner.token, { input })
    expect(payload.secret).toMatch(/^csk_[\w-]{43}$/)
    expect(JSON.stringify(await db.apiKey.findMany())).not.toContain(payload.secret)
    expect((await run('{ me { id } }', payload.secret)).payload).toBeNull()
    expect((await run('mutation { clearCart { cart { id } } }', payload.secret)).code).toBe('UNAUTHENTICATED')
    expect((await call(app, 'GET', '/api/user/cart', { token: payload.secret })).statusCode).toBe(401)
    expect((await run(COUNTS, payload.secret)).code).toBeUndefined()
    const coupon = await run('mutation { endCoupon(code: "X") { userErrors { code } } }', payload.secret)
    expect(coupon.message).toBe('This needs the permission write_coupons.')
    const stock = await run(ADD_KEY, owner.token, { input: { name: 'Stock', permissions: ['write_stock'] } })
    const change =
      'mutation { setStock(productId: "sea-glass-serving-bowl", change: 1, idempotencyKey: "a") { product { stock } userErrors { code } } }'
    expect((await run(change, stock.payload.secret)).code).toBeUndefined()
    expect((await run(change, stock.payload.secret)).code).toBeUndefined()
    const [entry] = await db.auditEntry.findMany({ where: { action: 'setStock' }, include: { actor: true } })
    expect(entry!.actor).toMatchObject({ firstName: 'API key', lastName: 'Stock' })
    const used = await db.apiKey.findUniqueOrThrow({ where: { id: payload.apiKey.id } })
    expect(used.lastUsedAt!.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })

  it('is refused once it has ended or expired, and never appears as a customer', async () => {
    const { payload } = await run(ADD_KEY, owner.token, { input })
    const id = payload.apiKey.id
    await db.apiKey.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect((await run(COUNTS, payload.secret)).code).toBe('UNAUTHENTICATED')
    await db.apiKey.update({ where: { id }, data: { expiresAt: null } })
    expect((await run(COUNTS, payload.secret)).code).toBeUndefined()
    expect((await run(END_KEY, owner.token, { id })).payload.apiKey.endedAt).toBeTruthy()
    expect((await run(COUNTS, payload.secret)).code).toBe('UNAUTHENTICATED')
    expect((await run(END_KEY, owner.token, { id: 'none' })).code).toBe('KEY_NOT_FOUND')
    const found = await ask(app, '{ office { customers(search: "warehouse") { nodes { id } totalCount } } }', {
      token: owner.token,
    })
    expect(found.data.office.customers).toEqual({ nodes: [], totalCount: 0 })
  })

  it('cannot manage staff or keys, and needs at least one known permission and a future expiry', async () => {
    for (const bad of [['write_staff'], ['write_keys'], []])
      expect((await run(ADD_KEY, owner.token, { input: { ...input, permissions: bad } })).code).toBe('INVALID_INPUT')
    const past = { ...input, expiresAt: '2020-01-01T00:00:00Z' }
    expect((await run(ADD_KEY, owner.token, { input: past })).code).toBe('INVALID_INPUT')
  })

  describe('of a member', () => {
    const orders = { name: 'Orders', permissions: ['write_orders'] }
    const refunds = { name: 'Refunds', permissions: ['write_refunds'] }
    const REFUND =
      'mutation { refundOrder(input: { number: "CER-999999", version: 1, whole: true, reason: "x", idempotencyKey: "a" }) { userErrors { code } } }'
    const addKeys = async (token: string) => {
      const [one, other] = [await run(ADD_KEY, token, { input: orders }), await run(ADD_KEY, token, { input: refunds })]
      return { orders: one.payload, refunds: other.payload }
    }
    const stateOf = async (secret: string) => (await run(COUNTS, secret)).code

    it('rests while the member is blocked, and ends if the member is then removed', async () => {
      const member = await newStaffAs(app, 'Owner')
      const { orders: key } = await addKeys(member.token)
      const block = (blocked: boolean) =>
        run(`mutation { blockCustomer(customerId: "${member.id}", blocked: ${blocked}) { ${ERRORS} } }`, owner.token)
      const resting = async () => {
        const { data } = await ask(app, '{ office { apiKeys { id isResting } } }', { token: owner.token })
        return data.office.apiKeys.find(({ id }: { id: string }) => id === key.apiKey.id).isResting
      }
      expect([await stateOf(key.secret), await resting()]).toEqual([undefined, false])
      await block(true)
      expect([await stateOf(key.secret), await resting()]).toEqual(['UNAUTHENTICATED', true])
      await block(false)
      expect([await stateOf(key.secret), await resting()]).toEqual([undefined, false])
      await block(true)
      await run(REMOVE, owner.token, { userId: member.id, endKeys: false })
      expect(await stateOf(key.secret)).toBe('UNAUTHENTICATED')
      expect(await db.apiKey.findUniqueOrThrow({ where: { id: key.apiKey.id } })).toMatchObject({
        endedAt: expect.any(Date) as Date,
      })
    })

    it('ends with a role that does not cover it, whether the member or the role changes', async () => {
      const role = { name: 'Clerk', permissions: ['write_orders', 'write_refunds', 'write_keys', 'write_staff'] }
      const { payload: clerk } = await run(SAVE_ROLE, owner.token, { input: role })
      const [moved, narrowed] = [await newStaffAs(app, 'Clerk'), await newStaffAs(app, 'Clerk')]
      const [ofMoved, ofNarrowed] = [await addKeys(moved.token), await addKeys(narrowed.token)]
      await run(CHANGE_ROLE, owner.token, { userId: moved.id, roleId: await roleId('Packer') })
      expect(await stateOf(ofMoved.orders.secret)).toBeUndefined()
      expect((await run(REFUND, ofMoved.refunds.secret)).code).toBe('UNAUTHENTICATED')
      expect(await stateOf(ofNarrowed.orders.secret)).toBeUndefined()
      expect((await run(REFUND, ofNarrowed.refunds.secret)).code).toBe('ORDER_NOT_FOUND')
      const less = { ...role, permissions: ['write_orders', 'write_keys'] }
      await run(SAVE_ROLE, owner.token, { roleId: clerk.role.id, input: less })
      expect(await stateOf(ofNarrowed.orders.secret)).toBeUndefined()
      expect((await run(REFUND, ofNarrowed.refunds.secret)).code).toBe('UNAUTHENTICATED')
      const ids = [ofMoved.refunds.apiKey.id, ofNarrowed.refunds.apiKey.id]
      const ends = await db.auditEntry.findMany({ where: { action: 'endApiKey', subjectId: { in: ids } } })
      expect(ends.map(({ actorId }) => actorId)).toEqual([owner.id, owner.id])
      const changes = await db.auditEntry.findMany({ where: { subjectId: { in: [moved.id, clerk.role.id] } } })
      expect(changes.map(({ after }) => after)).toContainEqual({ role: 'Packer', endedKeys: 1 })
      expect(changes.map(({ after }) => after)).toContainEqual({ ...less, endedKeys: 1 })
    })

    it('has no more permissions than the member', async () => {
      const member = await newStaffAs(app, 'Owner')
      const key = (
        await run(ADD_KEY, member.token, { input: { ...orders, permissions: ['write_orders', 'write_refunds'] } })
      ).payload
      await db.user.update({ where: { id: member.id }, data: { staffRoleId: await roleId('Packer') } })
      expect(await stateOf(key.secret)).toBeUndefined()
      expect((await run(REFUND, key.secret)).message).toBe('This needs the permission write_refunds.')
    })

    it('ends when the member deletes the account', async () => {
      const member = await newStaffAs(app, 'Owner')
      const { orders: key } = await addKeys(member.token)
      await run(`mutation { deleteAccount(input: { password: "${PASSWORD}" }) { ${ERRORS} } }`, member.token)
      expect(await stateOf(key.secret)).toBe('UNAUTHENTICATED')
    })
  })

  it('has a separate rate limit', async () => {
    const limited = await startBeside(app, {}, { 'requests.perKey': 3, 'requests.perNetwork': 0 })
    const [one, two] = [
      await runKeys(db, ['add', 'one', 'read_orders']),
      await runKeys(db, ['add', 'two', 'read_orders']),
    ]
    // The first request counts as a visitor's, because the server does not know the key yet.
    for (let i = 0; i < 1 + 3; i++) expect((await run(COUNTS, one[0]!, {}, limited)).code).toBeUndefined()
    expect((await run(COUNTS, one[0]!, {}, limited)).code).toBe('TOO_MANY_REQUESTS')
    expect((await run(COUNTS, two[0]!, {}, limited)).code).toBeUndefined()
  })
})

describe('npm run keys', () => {
  it('adds, lists and ends keys', async () => {
    const [secret] = await runKeys(db, ['add', 'Report', 'read_reports', '--days', '30'])
    expect((await run(COUNTS, secret!)).code).toBe('FORBIDDEN')
    const line = (await runKeys(db, ['list'])).find((each) => each.includes('Report'))!
    expect(line).toMatch(/read_reports {2}expires 20\d\d-\d\d-\d\d {2}last used 20/)
    expect(line).not.toContain(secret)
    expect(await runKeys(db, ['end', line.split('  ')[0]!])).toEqual(['The key Report has ended.'])
    expect((await run(COUNTS, secret!)).code).toBe('UNAUTHENTICATED')
    await expect(runKeys(db, ['add', 'x', 'write_staff'])).rejects.toThrow('Not a permission of a key: write_staff.')
    await expect(runKeys(db, ['add', 'x', 'read_orders', '--days', '0'])).rejects.toThrow('--days')
    await expect(runKeys(db, ['end', 'x'])).rejects.toThrow('no such API key')
    await expect(runKeys(db, ['rm', 'x'])).rejects.toThrow('Use: npm run keys')
  })
})

describe('a sealed text', () => {
  it('can be opened only with an accepted secret and the same context', () => {
    const [old, current] = [sealer('o'.repeat(40), null), sealer('n'.repeat(40), 'o'.repeat(40))]
    const sealed = old.seal('secret', 'row')
    expect(current.open(sealed, 'row')).toBe('secret')
    expect(current.open(sealed, 'other')).toBeNull()
    expect(old.open(current.seal('secret', 'row'), 'row')).toBeNull()
    for (const junk of ['', 'x', sealed.slice(0, 20), `${sealed}A`]) expect(current.open(junk, 'row')).toBeNull()
  })
})

// The last tests of this file, because they fill the lists.
describe('the lists of the studio', () => {
  const count = {
    'staff.roles': () => db.staffRole.count(),
    'staff.keys': () => db.apiKey.count({ where: { endedAt: null } }),
    'staff.invitations': () => db.staffInvitation.count(),
  }
  it.each([
    ['staff.roles', SAVE_ROLE, (i: number) => ({ name: `Role ${i}`, permissions: ['read_orders'] })],
    ['staff.keys', ADD_KEY, (i: number) => ({ name: `Key ${i}`, permissions: ['read_orders'] })],
    ['staff.invitations', INVITE, (i: number, roleId: string) => ({ email: `${i}@list.example`, roleId })],
  ] as const)('have a maximum length: %s', async (rule, document, input) => {
    const packer = await roleId('Packer')
    let refused: Awaited<ReturnType<typeof run>> | undefined
    for (let i = 0; i <= RULES[rule].most && refused?.code === undefined; i += 1)
      refused = await run(document, owner.token, { input: input(i, packer) })
    expect(refused).toMatchObject({ code: 'LIMIT_REACHED', message: textOf(rule) })
    expect(await count[rule]()).toBeGreaterThanOrEqual(RULES[rule].most)
  })
})
