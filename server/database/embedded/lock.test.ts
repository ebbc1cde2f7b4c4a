import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { DataFolderInUseError, lockDataFolder } from './lock'

const root = mkdtempSync(join(tmpdir(), 'cerashop-lock-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folders = 0
const newFolder = (): string => join(root, `${++folders}`)

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts another process that takes the lock and holds it until killed. */
async function holdInAnotherProcess(folder: string): Promise<ChildProcess> {
  const source = new URL('./lock.ts', import.meta.url).href
  const script = `import(${JSON.stringify(source)}).then(({ lockDataFolder }) => {
    lockDataFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000)
  }, (error) => { console.error(error); process.exit(1) })`
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

describe('lockDataFolder', () => {
  it('creates the lock file, and removes it on release', () => {
    const folder = newFolder()
    const unlock = lockDataFolder(folder)
    expect(existsSync(join(folder, 'lock'))).toBe(true)
    unlock()
    expect(readdirSync(folder)).toEqual([])
    lockDataFolder(folder)()
  })

  it('refuses a second lock by the same process', () => {
    const folder = newFolder()
    const unlock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
    unlock()
  })

  it('throws an error that names the process holding the lock, and explains what to do', async () => {
    const folder = newFolder()
    const holder = await holdInAnotherProcess(folder)
    const held = readFileSync(join(folder, 'lock'), 'utf8')
    expect(() => lockDataFolder(folder)).toThrow(`${folder} is in use by process ${holder.pid}. `)
    expect(() => lockDataFolder(folder)).toThrow('DATA_DIR')
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(held)
  })

  it('takes over the lock of a process that was killed', async () => {
    const folder = newFolder()
    const holder = await holdInAnotherProcess(folder)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const unlock = lockDataFolder(folder)
    expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')).pid).toBe(process.pid)
    expect(readdirSync(folder)).toEqual(['lock'])
    unlock()
  })

  it.runIf(existsSync('/proc/self/stat'))('ignores a later process with the same id', () => {
    const folder = newFolder()
    lockDataFolder(folder)()
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, startedAt: '1' }))
    lockDataFolder(folder)()
  })

  it.each(['', '{', 'null', '7', '{}', '{"pid":"x"}', '{"pid":-1,"startedAt":null}'])(
    'ignores an invalid lock file: %j',
    (text) => {
      const folder = newFolder()
      lockDataFolder(folder)()
      writeFileSync(join(folder, 'lock'), text)
      lockDataFolder(folder)()
    },
  )
})
