import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { ask, call } from '../../testing/calls'
import { fillCart, checkOut, newShopper, newStaff, readOrder, type Shopper } from '../../testing/data/factories'
import { BOWL, PASSWORD } from '../../testing/data/fixtures'
import { GUEST_ACCOUNT } from '../../shared/shop'
import { runCommand } from '../../commands/staff'
import { statementsOf } from '../../testing/statements'

const app = await startTestApp()
const { db } = app.shop

const AUDIT = `query ($filter: OfficeAuditFilter, $first: Int! = 100, $after: String) { office { audit(first: $first, after: $after, filter: $filter) {
  nodes { id at change subjectKind subjectId before after actor { id name email } } pageInfo { hasNextPage endCursor } } } }`
const BLOCK = `mutation ($customerId: ID!, $blocked: Boolean!) { blockCustomer(customerId: $customerId, blocked: $blocked) {
  customer { id email blockedAt role } userErrors { code field message } } }`

const block = (token: string, customerId: string, blocked = true) =>
  ask(app, BLOCK, { token, variables: { customerId, blocked } })
const codeOf = async (token?: string) => (await ask(app, AUDIT, { token })).errors?.[0]?.extensions.code
const logIn = ({ email }: Shopper) => call(app, 'POST', '/api/auth/login', { body: { email, password: PASSWORD } })
const auditOf = async (token: string, variables: Record<string, unknown> = {}) =>
  (await ask(app, AUDIT, { token, variables })).data.office.audit.nodes

describe('the office', () => {
  it('is closed to visitors, customers and invalid tokens, and to staff as soon as they are removed or blocked', async () => {
    const [customer, staff, boss] = [await newShopper(app), await newStaff(app), await newStaff(app)]
    expect(await codeOf()).toBe('UNAUTHENTICATED')
    expect(await codeOf('nonsense')).toBe('UNAUTHENTICATED')
    expect(await codeOf(customer.token)).toBe('FORBIDDEN')
    expect(await codeOf(staff.token)).toBeUndefined()
    await runCommand(db, ['remove', staff.email])
    expect(await codeOf(staff.token)).toBe('UNAUTHENTICATED')
    expect(await codeOf((await logIn(staff)).json().encodedToken)).toBe('FORBIDDEN')
    await runCommand(db, ['add', staff.email])
    const token = (await logIn(staff)).json().encodedToken
    expect(await codeOf(token)).toBeUndefined()
    await block(boss.token, staff.id)
    expect(await codeOf(token)).toBe('UNAUTHENTICATED')
    // The block also applies to a token that is still valid.
    await db.user.update({ where: { id: boss.id }, data: { blockedAt: new Date() } })
    expect(await codeOf(boss.token)).toBe('UNAUTHENTICATED')
  })

  it('is never cached', async () => {
    const { token } = await newStaff(app)
    const query = encodeURIComponent('{ office { audit { nodes { id } } } }')
    const answer = await call(app, 'GET', `/graphql?query=${query}`, { token })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toMatch(/^(private|no-store)/)
    expect((await call(app, 'GET', `/graphql?query=${query}`)).json().errors[0].extensions.code).toBe('UNAUTHENTICATED')
  })

  it('shows its members the role STAFF in `me { role }`', async () => {
    const roleOf = async ({ token }: Shopper) => (await ask(app, '{ me { role } }', { token })).data.me.role
    expect(await roleOf(await newShopper(app))).toBe('CUSTOMER')
    expect(await roleOf(await newStaff(app))).toBe('STAFF')
  })
})

describe('blockCustomer', () => {
  it('locks no rows if the caller is not staff', async () => {
    const [shopper, victim] = [await newShopper(app), await newShopper(app)]
    const asked = await statementsOf(() => block(shopper.token, victim.id))
    expect(asked.join()).not.toMatch(/FOR (NO KEY )?UPDATE/)
  })

  it('ends all sessions, reports the block after a login with the right password, and can be undone', async () => {
    const [staff, customer] = [await newStaff(app), await newShopper(app)]
    const { data } = await block(staff.token, customer.id)
    expect(data.blockCustomer).toEqual({
      customer: { id: customer.id, email: customer.email, blockedAt: expect.any(String), role: 'CUSTOMER' },
      userErrors: [],
    })
    expect((await ask(app, '{ me { id } }', { token: customer.token })).errors![0]!.extensions.code).toBe(
      'UNAUTHENTICATED',
    )
    const refused = await logIn(customer)
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { errors: ['This account is blocked. Please write to the shop.'] },
    ])
    const input = { email: customer.email, password: PASSWORD }
    const byGraphQL = await ask(
      app,
      'mutation ($input: LoginInput!) { login(input: $input) { token userErrors { code } } }',
      { variables: { input } },
    )
    expect(byGraphQL.data.login).toEqual({ token: null, userErrors: [{ code: 'ACCOUNT_BLOCKED' }] })
    const guess = await call(app, 'POST', '/api/auth/login', { body: { ...input, password: 'a wrong password' } })
    expect(guess.statusCode).toBe(401)
    // A repeated call changes nothing and adds no audit entry.
    await block(staff.token, customer.id)
    await block(staff.token, customer.id, false)
    expect((await logIn(customer)).statusCode).toBe(200)
    expect(await codeOf(customer.token)).toBe('UNAUTHENTICATED')
    const told = await auditOf(staff.token, { filter: { subjectKind: 'USER', subjectId: customer.id } })
    expect(await auditOf(staff.token, { filter: { actorId: staff.id } })).toEqual(told)
    expect(told).toEqual(
      [false, true].map((blocked) => ({
        id: expect.any(String),
        at: expect.any(String),
        change: 'BLOCK_CUSTOMER',
        subjectKind: 'USER',
        subjectId: customer.id,
        before: JSON.stringify({ blocked: !blocked }),
        after: JSON.stringify({ blocked }),
        actor: { id: staff.id, name: 'Meera Iyer', email: staff.email },
      })),
    )
  })

  it('lets an open order expire as usual', async () => {
    const [staff, customer] = [await newStaff(app), await newShopper(app)]
    await fillCart(app, customer, { [BOWL]: 1 })
    const { order } = await checkOut(app, customer)
    await block(staff.token, customer.id)
    expect(await readOrder(app, order.id)).toMatchObject({ status: 'AWAITING_PAYMENT', version: order.version })
  })

  it("is refused if called by a customer, for the caller's own account, or for an unknown account", async () => {
    const [staff, customer] = [await newStaff(app), await newShopper(app)]
    expect((await block(customer.token, staff.id)).errors![0]!.extensions.code).toBe('FORBIDDEN')
    expect((await block('nonsense', staff.id)).errors![0]!.extensions.code).toBe('UNAUTHENTICATED')
    const codes = async (id: string) => (await block(staff.token, id)).data.blockCustomer.userErrors
    expect(await codes(staff.id)).toMatchObject([{ code: 'INVALID_INPUT', field: ['customerId'] }])
    for (const id of ['nobody', customer.addressId])
      expect(await codes(id)).toMatchObject([{ code: 'CUSTOMER_NOT_FOUND', field: ['customerId'] }])
    expect((await db.user.findUniqueOrThrow({ where: { id: staff.id } })).blockedAt).toBeNull()
  })

  it('leaves one of two staff members active if they block each other at the same time', async () => {
    const [one, other] = [await newStaff(app), await newStaff(app)]
    await Promise.all([block(one.token, other.id), block(other.token, one.id)])
    const left = await db.user.count({ where: { id: { in: [one.id, other.id] }, blockedAt: null } })
    expect(left).toBe(1)
  })
})

describe('the audit log', () => {
  it('accepts only a cursor from the same filter', async () => {
    const [staff, customer] = [await newStaff(app), await newShopper(app)]
    for (const blocked of [true, false, true]) await block(staff.token, customer.id, blocked)
    const filter = { actorId: staff.id }
    const page = async (variables: Record<string, unknown>) => ask(app, AUDIT, { token: staff.token, variables })
    const { nodes, pageInfo } = (await page({ filter, first: 2 })).data.office.audit
    const { nodes: rest, pageInfo: end } = (await page({ filter, first: 2, after: pageInfo.endCursor })).data.office
      .audit
    expect([...nodes, ...rest]).toEqual(await auditOf(staff.token, { filter }))
    expect([pageInfo.hasNextPage, end.hasNextPage]).toEqual([true, false])
    expect((await page({ after: pageInfo.endCursor })).errors![0]!.extensions['reason']).toBe('STALE_CURSOR')
  })

  it.each([[{ actorId: 'nobody' }], [{ subjectKind: 'ORDER', subjectId: 'a\0' }]])(
    'refuses the filter %j',
    async (filter) => {
      const { token } = await newStaff(app)
      const { errors } = await ask(app, AUDIT, { token, variables: { filter } })
      expect(errors![0]!.extensions.code).toBe('BAD_USER_INPUT')
    },
  )
})

describe('npm run staff', () => {
  it('adds, lists and removes staff, ignoring the case of the email, and logs the operator as the actor', async () => {
    const { id, email, token } = await newShopper(app)
    expect(await runCommand(db, ['add', ` ${email.toUpperCase()} `])).toEqual([
      `${email} is now staff as Owner.`,
      `${email} is not confirmed yet. Make sure that the right person opened this account.`,
    ])
    expect(await runCommand(db, ['add', email])).toEqual([`${email} is already staff as Owner.`])
    expect(await runCommand(db, ['list'])).toContain(`${email}  Owner  Meera Iyer`)
    const [entry] = await auditOf(token)
    expect(entry).toMatchObject({ change: 'ADD_STAFF', subjectId: id, actor: null, after: '{"role":"Owner"}' })
    await newStaff(app)
    expect((await runCommand(db, ['remove', email]))[0]).toBe(`${email} is a customer again.`)
    expect(await runCommand(db, ['remove', email])).toEqual([`${email} is not staff.`])
  })

  it('unblocks a staff member who is added again', async () => {
    const staff = await newStaff(app)
    await block((await newStaff(app)).token, staff.id)
    expect(await runCommand(db, ['list'])).toContain(`${staff.email}  Owner  Meera Iyer  blocked`)
    expect((await runCommand(db, ['add', staff.email]))[0]).toBe(
      `${staff.email} is now staff as Owner and no longer blocked.`,
    )
    expect((await logIn(staff)).statusCode).toBe(200)
  })

  it('assigns the role in --role, lists the roles, and never removes the last owner', async () => {
    const person = await newShopper(app)
    await expect(runCommand(db, ['add', person.email, '--role', 'King'])).rejects.toThrow(
      'There is no role King. Choose one of: Accounts, Manager, Owner, Packer.',
    )
    expect((await runCommand(db, ['add', person.email, '--role', 'Packer']))[0]).toContain('as Packer')
    await expect(runCommand(db, ['add', person.email])).rejects.toThrow('already staff as Packer')
    const owners = await db.user.findMany({ where: { staffRole: { isOwner: true }, blockedAt: null } })
    for (const { email } of owners.slice(1)) await runCommand(db, ['remove', email])
    await expect(runCommand(db, ['remove', owners[0]!.email])).rejects.toThrow('at least one owner')
    await newStaff(app)
    expect(await runCommand(db, ['remove', owners[0]!.email])).toEqual([`${owners[0]!.email} is a customer again.`])
  })

  it('refuses unknown accounts and demo accounts', async () => {
    await expect(runCommand(db, ['add', 'nobody@shopper.example'])).rejects.toThrow('must first sign up in the shop')
    await expect(runCommand(db, ['add', GUEST_ACCOUNT.email])).rejects.toThrow('demo account')
  })

  it.each([
    [[]],
    [['add']],
    [['add', 'a', 'b']],
    [['list', 'a']],
    [['sack', 'a']],
    [['list', '--role', 'Owner']],
    [['add', 'a', '--end-keys']],
  ])('changes nothing for invalid arguments: %j', async (args) => {
    await expect(runCommand(db, args)).rejects.toThrow('Use: npm run staff -- list')
  })
})
