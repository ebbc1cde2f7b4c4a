import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { lockDataFolder } from '../database/embedded/lock'
import { openTestDatabase, testSettings } from '../testing/app'
import { CommandError, type Command, type Terminal } from './command'
import { socketOf } from './socketAddress'
import { progressBar } from './progress'
import { COMMANDS } from './registry'
import { sendCommand } from './send'
import { serveCommands } from './serve'

const onWindows = process.platform === 'win32'
const folder = mkdtempSync(join(tmpdir(), 'cerashop-commands-'))
const settings = testSettings({ DATA_DIR: folder })
const socket = socketOf(folder)
/** The same setup as in a running shop, but in a separate folder. */
const database = await openTestDatabase()
const unlock = lockDataFolder(folder)
const serving = await serveCommands(settings, database)
afterAll(async () => {
  await serving.stop()
  unlock()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Records what a user at a terminal would see. */
function terminal() {
  const seen: string[] = []
  const stop = new AbortController()
  const own: Terminal & { fail: (line: string) => void } = {
    say: (line) => void seen.push(line),
    fail: (line) => void seen.push(`! ${line}`),
    progress: (done, total, unit) => void seen.push(`${done}/${total} ${unit}`),
    send: async (text) => void seen.push(text),
    signal: stop.signal,
    pathOf: (path) => path,
  }
  return { seen, stop: () => stop.abort(), own }
}

async function send(command: string, args: string[] = [], { seen, own } = terminal()) {
  const code = await sendCommand(folder, { command, args, folder: '/somewhere' }, own, 'It is in use.')
  return { code, seen }
}

/** Adds a command for one test. */
async function withCommand(run: Extract<Command, { run: unknown }>['run'], test: () => Promise<void>): Promise<void> {
  COMMANDS['trial'] = { usage: 'npm run trial', run }
  try {
    await test()
  } finally {
    delete COMMANDS['trial']
  }
}

describe('a command sent to a running shop', () => {
  it("runs on the shop's database, and its output is returned", async () => {
    expect(await send('webhooks', ['list'])).toEqual({ code: 0, seen: ['No failed messages.'] })
  })

  it('exits with 2 and an explanation after incorrect usage', async () => {
    const { code, seen } = await send('webhooks', ['sing'])
    expect([code, seen]).toEqual([2, [expect.stringMatching(/^! Unknown: sing\. Use: npm run webhooks -- list/)]])
  })

  it('must be a known command', async () => {
    for (const name of ['sing', 'constructor', '__proto__', '../main', ''])
      expect(await send(name)).toEqual({
        code: 2,
        seen: [expect.stringMatching(/^! The running shop has no such/)],
      })
  })

  it("shows its progress, and resolves paths against the caller's folder", async () => {
    const run: Extract<Command, { run: unknown }>['run'] = async ({ terminal }) => {
      terminal.progress(1, 2, 'rows')
      await terminal.send('a,b\n')
      terminal.say(terminal.pathOf('goods.csv'))
      throw new CommandError('The shelf is empty.')
    }
    await withCommand(run, async () => {
      const seen = ['1/2 rows', 'a,b\n', '/somewhere/goods.csv', '! The shelf is empty.']
      expect(await send('trial')).toEqual({ code: 1, seen })
    })
  })

  it('can be aborted with Ctrl-C', async () => {
    let heard: Promise<unknown> = Promise.resolve()
    const run: Extract<Command, { run: unknown }>['run'] = async ({ terminal }) => {
      heard = once(terminal.signal, 'abort')
      terminal.say('began')
      await heard
    }
    await withCommand(run, async () => {
      const at = terminal()
      const sent = send('trial', [], at)
      await expect.poll(() => at.seen).toEqual(['began'])
      at.stop()
      expect((await sent).code).toBe(130)
      await heard
    })
  })

  it.skipIf(onWindows)('is sent over a socket that no other user can open (needs Unix permissions)', () => {
    expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700)
    expect(statSync(dirname(socket)).uid).toBe(process.getuid!())
    expect(statSync(socket).mode & 0o777).toBe(0o600)
  })

  it('is rejected if the request is malformed', async () => {
    for (const text of ['GET / HTTP/1.1\r\n\r\n', '{"command":"webhooks"}\n', 'null\n', `${'x'.repeat(200_000)}`]) {
      const stranger = connect(socket).setEncoding('utf8')
      stranger.write(text)
      const [answer] = (await once(stranger, 'data')) as [string]
      expect(answer).toContain('no such command')
      stranger.destroy()
    }
  })
})

describe.skipIf(onWindows)('the socket path (needs Unix sockets)', () => {
  it('is short enough for the system, however deep the data folder is', () => {
    expect(socketOf('/srv/shop/data')).toBe('/srv/shop/data/commands/socket')
    const deep = socketOf(`/srv/${'deep/'.repeat(40)}data`)
    expect(deep.length).toBeLessThan(104)
    expect(deep).not.toBe(socketOf(`/srv/${'deep/'.repeat(40)}other`))
  })
})

describe.skipIf(onWindows)('a shop that cannot listen for commands (needs Unix sockets)', () => {
  it('reports the failure and keeps running', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const dataDir = join(folder, 'full')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'commands'), 'no folder')
    const none = await serveCommands(testSettings({ DATA_DIR: dataDir }), database)
    expect(told).toHaveBeenCalledWith(expect.stringMatching(/^Commands cannot reach this shop while it runs \(/))
    told.mockRestore()
    await none.stop()
  })
})

describe('a data folder that another program has locked', () => {
  it('is reported after a timeout', async () => {
    const other = join(folder, 'other')
    mkdirSync(join(other, 'commands'), { recursive: true })
    const asked = { command: 'webhooks', args: ['list'], folder }
    await expect(sendCommand(other, asked, terminal().own, 'Process 7 has it.', 200)).rejects.toThrow(
      'Process 7 has it. That process accepts no commands',
    )
  })
})

describe('progressBar', () => {
  it('draws a bar in a terminal, and prints a few lines otherwise', () => {
    const written: string[] = []
    const out = (isTTY: boolean) => ({ isTTY, write: (text: string) => written.push(text) > 0 })
    const bar = progressBar(out(true))
    bar(1, 2, 'rows')
    bar(2, 2, 'rows')
    expect(written.splice(0)).toEqual([
      `\r${'█'.repeat(20)}${'░'.repeat(20)} 50 %  1 of 2 rows`,
      `\r${'█'.repeat(40)} 100 %  2 of 2 rows\n`,
    ])
    const lines = progressBar(out(false))
    for (let done = 1; done <= 1000; done += 1) lines(done, 1000, 'rows')
    expect(written).toHaveLength(10)
    expect(written.at(-1)).toBe('100 %  1000 of 1000 rows\n')
  })
})

/** Runs the built command in a separate process. */
async function run(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/server/commands.js', ...args], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', DATABASE_URL: '', DATA_DIR: folder, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

describe('npm run webhooks', () => {
  it('is sent to the shop that is using the data folder', async () => {
    expect(await run(['webhooks', 'list'], {})).toEqual({ code: 0, said: 'No failed messages.\n' })
    expect((await run(['sing'], {})).code).toBe(2)
  })
})

describe('--help', () => {
  it.each(['--help', '-h', 'help'])('lists every command when called as %s', async (asked) => {
    const { code, said } = await run([asked], { PORT: 'invalid' })
    expect(code).toBe(0)
    for (const { usage } of Object.values(COMMANDS)) expect(said).toContain(usage)
  })

  it('prints the usage of a command without valid settings or a database', async () => {
    const { usage } = COMMANDS['staff']!
    const broken = { PORT: 'invalid', DATA_DIR: '/dev/null' }
    for (const asked of ['--help', '-h', 'help'])
      expect(await run(['staff', asked], broken)).toEqual({ code: 0, said: `Use: ${usage}\n` })
  })
})
