import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { deleteAccount } from '../domain/own-account/deleteAccount'
import { startTestApp } from '../testing/app'
import { addressOf, newShopper } from '../testing/data/factories'
import { PASSWORD } from '../testing/data/fixtures'
import { callCommand } from '../testing/terminal'
import { breach } from './breach'

const app = await startTestApp()
const { shop } = app
const { db, settings } = shop

/** The command does not use the connection pool. */
const call = (...args: string[]) =>
  callCommand('breach', args, { folder: '/', settings, database: { db, pool: null as never } })
const rowsIn = (text: string) => parse(text, { bom: true, columns: true }) as unknown as Record<string, string>[]
const list = async (...args: string[]) => rowsIn((await call('list', ...args)).file)

const opened = async (createdAt: string, data: object = {}) => {
  const { id } = await newShopper(app)
  return db.user.update({ where: { id }, data: { createdAt: new Date(createdAt), ...data } })
}
const early = await opened('2026-01-10T00:00:00Z', { firstName: '=Asha', lastName: 'Rao, "Kiln"' })
const late = await opened('2026-02-10T00:00:00Z', { emailVerifiedAt: new Date(), firstName: '', lastName: '' })
const gone = await opened('2026-01-10T00:00:00Z')
await deleteAccount(shop, gone, addressOf(gone.email), { password: PASSWORD })

describe('npm run breach -- list', () => {
  it('lists the id, email, name and verification of each account that is not deleted', async () => {
    expect(await list('--since', '2026-01-01T00:00:00Z')).toEqual([
      {
        id: early.id,
        email: early.email,
        name: '\'=Asha Rao, "Kiln"',
        emailVerified: 'no',
        openedAt: '2026-01-10T00:00:00.000Z',
      },
      { id: late.id, email: late.email, name: '', emailVerified: 'yes', openedAt: '2026-02-10T00:00:00.000Z' },
    ])
  })

  it('includes accounts opened before the period, and omits those opened after it', async () => {
    const idsIn = async (...args: string[]) => (await list(...args)).map(({ id }) => id)
    expect(await idsIn('--since', '2026-01-20T00:00:00Z', '--until', '2026-02-01T00:00:00+05:30')).toEqual([early.id])
    expect(await idsIn('--since', '2026-01-20T00:00:00Z', '--until', '2026-02-10T05:30:00+05:30')).toEqual([early.id])
    expect(await idsIn('--since', '2026-01-20T00:00Z', '--until', '2026-02-10T05:30:00.001+05:30')).toHaveLength(2)
    expect(await idsIn('--since', '2025-01-01T00:00:00Z', '--until', '2026-01-01T00:00:00Z')).toEqual([])
  })

  it('omits demo accounts', async () => {
    await db.user.updateMany({ where: { isDemo: true }, data: { createdAt: new Date('2025-01-01T00:00:00Z') } })
    expect((await list('--since', '2025-01-01T00:00:00Z')).map(({ email }) => email)).not.toContain(
      'guest@cerashop.example',
    )
  })

  it.each([
    [[], 'Give an action.'],
    [['show'], 'Unknown: show.'],
    [['list'], '--since must be a time with an offset'],
    [['list', '--since', '2026-11-20'], '--since must be a time with an offset'],
    [['list', '--since', '2026-11-20T10:00:00'], '--since must be a time with an offset'],
    [['list', '--since', '2026-13-20T10:00:00Z'], '--since must be a time with an offset'],
    [['list', '--since', '2999-01-01T00:00:00Z'], '--since is in the future.'],
    [['list', '--since', '2026-01-02T00:00:00Z', '--until', '2026-01-01T00:00:00Z'], '--until must be after --since.'],
    [['list', '--since', '2026-01-02T00:00:00Z', 'x'], 'Unknown: x.'],
    [['list', '--after', 'x'], "Unknown option '--after'"],
  ])('reports incorrect usage: %j', async (args, message) => {
    const { code, lines, file } = await call(...args)
    expect([code, file]).toEqual([2, ''])
    expect(lines.join('\n')).toContain(message)
    expect(lines.join('\n')).toContain('Use: npm run breach -- list')
  })
})

describe('a long list', () => {
  it('is sent in batches of at most 1000 accounts, without gaps', async () => {
    const before = (await list('--since', '2026-01-01T00:00:00Z')).length
    const data = Array.from({ length: 2100 }, (_, i) => ({
      ...{ email: `many-${i}@shopper.example`, firstName: 'M', lastName: 'I', passwordHash: '' },
      createdAt: new Date('2026-03-01T00:00:00Z'),
    }))
    await db.user.createMany({ data })
    const parts: string[] = []
    const terminal = {
      say: () => undefined,
      progress: () => undefined,
      send: async (text: string) => void parts.push(text),
      signal: new AbortController().signal,
      pathOf: (path: string) => path,
    }
    if (!('run' in breach)) throw new Error('The command needs the database.')
    await breach.run(
      { args: ['list', '--since', '2026-01-01T00:00:00Z'], terminal, settings },
      { db, pool: null as never },
    )
    const rows = rowsIn(parts.join(''))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2100 + before)
    expect(parts.every((part) => part.split('\n').length <= 1002)).toBe(true)
  })
})
