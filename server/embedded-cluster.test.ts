import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeCluster, unpack } from './embedded-cluster'

const root = mkdtempSync(join(tmpdir(), 'cerashop-cluster-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const BLOCK = 512
const END = Buffer.alloc(2 * BLOCK)

interface Part {
  name: string
  prefix?: string
  /** '0' a file, '1' a hard link, '2' a symbolic one, '5' a folder. */
  kind?: string
  text?: string
  linkTo?: string
}

/** One entry as tar writes it, but for the checksum, which nobody reads here. */
function entry({ name, prefix = '', kind = '0', text = '', linkTo = '' }: Part): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, 'latin1')
  header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write(kind, 156)
  header.write(linkTo, 157)
  header.write('ustar', 257)
  header.write(prefix, 345)
  const body = Buffer.alloc(Math.ceil(text.length / BLOCK) * BLOCK)
  body.write(text)
  return Buffer.concat([header, body])
}

const archiveOf = (...parts: Part[]): Buffer => Buffer.concat([...parts.map(entry), END])

let made = 0
const newFolder = (): string => join(root, String((made += 1)), 'cluster')

describe('unpack', () => {
  it('writes files and folders that only this user can read', () => {
    const folder = newFolder()
    const long = 'clay '.repeat(300)
    const archive = archiveOf(
      { name: './', kind: '5' },
      { name: './base/', kind: '5' },
      { name: './base/empty' },
      { name: './PG_VERSION', text: '18\n' },
      { name: 'shards', prefix: 'deep/folder', text: long },
    )
    unpack(archive, folder)
    expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n')
    expect(readFileSync(join(folder, 'base/empty'), 'utf8')).toBe('')
    expect(readFileSync(join(folder, 'deep/folder/shards'), 'utf8')).toBe(long)
    if (process.platform !== 'win32') {
      expect(statSync(join(folder, 'base')).mode & 0o777).toBe(0o700)
      expect(statSync(join(folder, 'PG_VERSION')).mode & 0o777).toBe(0o600)
    }
  })

  it('takes an absolute path for one from its own folder', () => {
    const folder = newFolder()
    unpack(archiveOf({ name: `${root}/outside`, text: 'x' }, { name: 'beside', prefix: root, text: 'x' }), folder)
    expect(readFileSync(join(folder, root, 'outside'), 'utf8')).toBe('x')
    expect(readFileSync(join(folder, root, 'beside'), 'utf8')).toBe('x')
    expect(existsSync(join(root, 'outside'))).toBe(false)
  })

  const good: Part = { name: 'PG_VERSION', text: '18\n' }
  it.each([
    ['a symbolic link', { name: 'link', kind: '2', linkTo: '/etc/passwd' }, /neither a file nor a folder/],
    ['a hard link', { name: 'link', kind: '1', linkTo: 'PG_VERSION' }, /neither a file nor a folder/],
    ['an absolute path up', { name: '/../outside', text: 'x' }, /leads out/],
    ['a path up', { name: '../outside', text: 'x' }, /leads out/],
    ['a path down and up', { name: 'base/../../outside', text: 'x' }, /leads out/],
    ['a prefix up', { name: 'outside', prefix: 'base/../..', text: 'x' }, /leads out/],
    ['a neighbour whose name begins alike', { name: '../cluster-beside', text: 'x' }, /leads out/],
  ] as [string, Part, RegExp][])('refuses %s, and writes nothing at all', (_what, bad, message) => {
    const folder = newFolder()
    expect(() => unpack(archiveOf(good, bad), folder)).toThrow(message)
    expect(existsSync(join(folder, '..'))).toBe(false)
  })

  const whole = archiveOf(good, { name: 'base', text: 'clay '.repeat(300) })
  it.each([
    ['within a header', BLOCK * 2 + 100],
    ['within a file', BLOCK * 4],
    ['after a file, where the next should begin', BLOCK * 2],
    ['before its end', whole.length - END.length],
    ['to nothing', 0],
  ])('refuses an archive that is cut off %s, and writes nothing at all', (_where, length) => {
    const folder = newFolder()
    expect(() => unpack(whole.subarray(0, length), folder)).toThrow(/cut off/)
    expect(existsSync(folder)).toBe(false)
  })
})

describe('makeCluster', () => {
  const folderOf = (name: string) => ({ cluster: join(root, name, 'postgres'), finished: join(root, name, 'made') })

  it('makes a cluster with PostgreSQL in it, and says when it is finished', async () => {
    const { cluster, finished } = folderOf('new')
    await makeCluster(cluster, finished)
    expect(existsSync(join(cluster, 'global/pg_control'))).toBe(true)
    expect(existsSync(finished)).toBe(true)
  })

  it('leaves a finished one as it is', async () => {
    const { cluster, finished } = folderOf('new')
    const before = statSync(join(cluster, 'PG_VERSION')).mtimeMs
    await makeCluster(cluster, finished)
    expect(statSync(join(cluster, 'PG_VERSION')).mtimeMs).toBe(before)
    expect(readdirSync(join(root, 'new')).sort()).toEqual(['made', 'postgres'])
  })
})
