import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { ask } from '../../testing/calls'
import { addressOf, newShopper, type Shopper } from '../../testing/data/factories'
import { newcomer, PASSWORD } from '../../testing/data/fixtures'
import { CONSENTS } from '../../shared/consents'
import { deleteAccount } from '../own-account/deleteAccount'
import { exportAccount } from '../own-account/exportAccount'
import { listConsents } from './consents'

const app = await startTestApp()
const { shop } = app
const { db } = shop

const CONSENT_FIELDS = 'consents { purpose version givenAt withdrawnAt }'
const RESULT = `user { ${CONSENT_FIELDS} } userErrors { code field }`
const GIVE = `mutation ($purpose: ConsentPurpose!, $version: Int!) { giveConsent(purpose: $purpose, version: $version) { ${RESULT} } }`
const WITHDRAW = `mutation ($purpose: ConsentPurpose!) { withdrawConsent(purpose: $purpose) { ${RESULT} } }`
const SIGN_UP = `mutation ($input: SignupInput!) { signup(input: $input) { ${RESULT} } }`

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const isTime = expect.stringMatching(TIME) as string
const { version } = CONSENTS.NEWS_BY_MAIL
const NEWS = { purpose: 'NEWS_BY_MAIL', version }
const REVIEW = { purpose: 'REVIEW_REQUEST', version: CONSENTS.REVIEW_REQUEST.version }

interface Result {
  user: { consents: { purpose: string; version: number; givenAt: string; withdrawnAt: string | null }[] } | null
  userErrors: { code: string; field: string[] | null }[]
}
async function run(query: string, variables: object, token?: string): Promise<Result> {
  const { data, errors } = await ask(app, query, { ...(token && { token }), variables: { ...variables } })
  expect(errors).toBeUndefined()
  return Object.values(data)[0] as Result
}
const give = ({ token }: Shopper, consent: object) => run(GIVE, consent, token)
const withdraw = ({ token }: Shopper, purpose: string) => run(WITHDRAW, { purpose }, token)

describe('a consent', () => {
  it('is recorded in a new row each time it is given; withdrawing it ends that row', async () => {
    const shopper = await newShopper(app)
    expect(await listConsents(shop, shopper.id)).toEqual([])
    const open = { ...NEWS, givenAt: isTime, withdrawnAt: null }
    const ended = { ...NEWS, givenAt: isTime, withdrawnAt: isTime }
    expect(await give(shopper, NEWS)).toEqual({ user: { consents: [open] }, userErrors: [] })
    expect((await withdraw(shopper, 'NEWS_BY_MAIL')).user!.consents).toEqual([ended])
    expect((await give(shopper, NEWS)).user!.consents).toEqual([open, ended])
  })

  it('stays unchanged after a repeated call, even a concurrent one', async () => {
    const shopper = await newShopper(app)
    await Promise.all(Array.from({ length: 4 }, () => give(shopper, REVIEW)))
    const [given] = await listConsents(shop, shopper.id)
    expect(await listConsents(shop, shopper.id)).toEqual([given])
    await withdraw(shopper, 'REVIEW_REQUEST')
    const ended = await listConsents(shop, shopper.id)
    await withdraw(shopper, 'REVIEW_REQUEST')
    expect(await listConsents(shop, shopper.id)).toEqual(ended)
  })

  it('does not change the consent to another purpose', async () => {
    const shopper = await newShopper(app)
    await give(shopper, NEWS)
    await give(shopper, REVIEW)
    const { user } = await withdraw(shopper, 'NEWS_BY_MAIL')
    expect(user!.consents.map(({ purpose, withdrawnAt }) => [purpose, withdrawnAt])).toEqual([
      ['REVIEW_REQUEST', null],
      ['NEWS_BY_MAIL', isTime],
    ])
  })

  it.each([0, version + 1, -1, 2_000_000_000])('to version %j of the text is rejected', async (other) => {
    const shopper = await newShopper(app)
    const { userErrors } = await give(shopper, { ...NEWS, version: other })
    expect(userErrors).toEqual([{ code: 'INVALID_INPUT', field: ['version'] }])
    expect(await listConsents(shop, shopper.id)).toEqual([])
  })

  it('to an earlier version ends when the shopper consents to the current one', async () => {
    const shopper = await newShopper(app)
    await db.consent.create({ data: { userId: shopper.id, purpose: 'NEWS_BY_MAIL', version: 0 } })
    const { user } = await give(shopper, NEWS)
    expect(user!.consents.map(({ version, withdrawnAt }) => [version, withdrawnAt])).toEqual([
      [version, null],
      [0, isTime],
    ])
  })

  it('has at most one open row per purpose, enforced by the database', async () => {
    const shopper = await newShopper(app)
    await give(shopper, NEWS)
    const data = { userId: shopper.id, purpose: 'NEWS_BY_MAIL', version } as const
    await expect(db.consent.create({ data })).rejects.toMatchObject({ code: 'P2002' })
  })

  it('of a demo account cannot be given or withdrawn', async () => {
    const demo = await db.user.findFirstOrThrow({ where: { isDemo: true } })
    const shopper = { token: app.signToken(demo) } as Shopper
    for (const { userErrors } of [await give(shopper, NEWS), await withdraw(shopper, 'NEWS_BY_MAIL')])
      expect(userErrors).toMatchObject([{ code: 'DEMO_ACCOUNT' }])
  })

  it('needs a token', async () => {
    const { errors } = await ask(app, GIVE, { variables: NEWS })
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  })

  it('is exported, and deleted with the account', async () => {
    const shopper = await newShopper(app)
    await give(shopper, NEWS)
    await withdraw(shopper, 'NEWS_BY_MAIL')
    await give(shopper, REVIEW)
    const viewer = await db.user.findUniqueOrThrow({ where: { id: shopper.id } })
    expect(JSON.parse(await exportAccount(shop, viewer))).toMatchObject({
      consents: [
        { ...NEWS, givenAt: isTime, withdrawnAt: isTime },
        { ...REVIEW, givenAt: isTime, withdrawnAt: null },
      ],
    })
    await deleteAccount(shop, viewer, addressOf(shopper.email), { password: PASSWORD })
    expect(await listConsents(shop, shopper.id)).toEqual([])
  })
})

describe('the history of consents', () => {
  let shopper: Shopper
  beforeAll(async () => {
    shopper = await newShopper(app)
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
    await db.consent.createMany({
      data: Array.from({ length: 100 }, (_, i) => {
        const times = { givenAt: at(2 * i), withdrawnAt: at(2 * i + 1) }
        return { userId: shopper.id, purpose: 'NEWS_BY_MAIL' as const, version, ...times }
      }),
    })
  })

  it('keeps the newest 100 rows of an account', async () => {
    const [oldest] = (await listConsents(shop, shopper.id)).slice(-1)
    await give(shopper, NEWS)
    const rows = await db.consent.findMany({ where: { userId: shopper.id } })
    expect(rows).toHaveLength(100)
    expect(rows.map(({ id }) => id)).not.toContain(oldest!.id)
  })
})

describe('signup', () => {
  it('records only the consents that the shopper ticked', async () => {
    expect((await run(SIGN_UP, { input: newcomer() })).user!.consents).toEqual([])
    const { user } = await run(SIGN_UP, { input: { ...newcomer(), consents: [REVIEW, REVIEW] } })
    expect(user!.consents).toEqual([{ ...REVIEW, givenAt: isTime, withdrawnAt: null }])
  })

  it.each([
    [[NEWS, { ...REVIEW, version: 0 }], 'another version'],
    [Array.from({ length: 11 }, () => NEWS), 'too many'],
  ])('creates no account if a consent is invalid', async (consents) => {
    const person = newcomer()
    const { user, userErrors } = await run(SIGN_UP, { input: { ...person, consents } })
    expect([user, userErrors]).toEqual([null, [{ code: 'INVALID_INPUT', field: ['input', 'consents'] }]])
    expect(await db.user.findUnique({ where: { email: person.email } })).toBeNull()
  })
})

describe('Shop.consentTexts', () => {
  it('has the version that giveConsent needs', async () => {
    const { data } = await ask(app, '{ shop { consentTexts { purpose version text } } }')
    expect(data.shop.consentTexts).toEqual(
      Object.entries(CONSENTS).map(([purpose, { version, text }]) => ({ purpose, version, text })),
    )
  })
})
