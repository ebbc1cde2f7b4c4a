import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestDatabase, testSettings } from '../testing/app'
import type { Command } from './command'
import { COMMANDS } from './registry'
import { runToEnd } from './run'
import { ownTerminal, printable } from './terminal'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-terminal-'))
const database = await openTestDatabase()
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A terminal, and the text that it has written to stdout and stderr. */
function openTerminal(isTTY: boolean) {
  const stream = () => Object.assign(new PassThrough(), { isTTY })
  const [stdout, stderr] = [stream(), stream()]
  let all = ''
  for (const each of [stdout, stderr]) each.on('data', (chunk: Buffer) => (all += chunk.toString()))
  return { terminal: ownTerminal(folder, new AbortController().signal, { stdout, stderr }), written: () => all }
}

/** What a command writes to stdout and stderr. */
async function printed(name: string, args: string[], { isTTY = true } = {}): Promise<string> {
  const { terminal, written } = openTerminal(isTTY)
  const command = COMMANDS[name] as Extract<Command, { run: unknown }>
  const call = { args, terminal, settings: testSettings({ DATA_DIR: folder }) }
  await runToEnd(command, call, () => command.run(call, database), terminal.fail)
  return written()
}

const HOSTILE = '\u001b]0;pwned\u0007\u001b[2J\u202e\u009b\u007f'
const SHOWN = '␛]0;pwned␇␛[2J\\u202e\\u009b␡'

describe('printable', () => {
  it('shows control characters and direction marks, but keeps line ends, tabs and all other text', () => {
    expect(printable(HOSTILE)).toBe(SHOWN)
    const kept = 'a\tb\n\u0915\u094d\u200d\u0937 “—” 🏺 \ufeff'
    expect(printable(kept)).toBe(kept)
    expect(printable('All good\rBad')).toBe('All good␍Bad')
  })
})

describe('a terminal', () => {
  it.each([true, false])('shows the control characters of each line and of its progress (isTTY: %s)', (isTTY) => {
    const { terminal, written } = openTerminal(isTTY)
    terminal.say(HOSTILE)
    terminal.fail(HOSTILE)
    terminal.progress(1, 1, HOSTILE)
    expect(written().split(SHOWN)).toHaveLength(4)
    expect(written()).not.toContain('\u001b')
  })
})

describe('a command at a terminal', () => {
  it('shows the control characters of stored names', async () => {
    await database.db.user.create({
      data: {
        ...{ firstName: HOSTILE, lastName: 'Rao', email: 'hostile@shopper.example', passwordHash: '' },
        ...{ role: 'STAFF', staffRole: { connect: { name: 'Packer' } } },
      },
    })
    for (const [name, ...args] of [
      ['staff', 'list'],
      ['breach', 'list', '--since', '2020-01-01T00:00:00Z'],
    ] as const) {
      const text = await printed(name, args)
      expect(text).toContain(`${SHOWN} Rao`)
      // eslint-disable-next-line no-control-regex -- these are the characters that a terminal obeys
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/)
    }
  })

  it('shows a name with a line end in one line, so that it cannot look like another row', async () => {
    const forged = 'Asha\nowner@shop.example  Owner\tReal'
    await database.db.user.create({
      data: {
        ...{ firstName: forged, lastName: 'Rao', email: 'forged@shopper.example', passwordHash: '' },
        ...{ role: 'STAFF', staffRole: { connect: { name: 'Packer' } } },
      },
    })
    expect(await printed('staff', ['list'])).toContain('Asha␊owner@shop.example  Owner␉Real Rao')
  })

  it('sends a file or another program the text unchanged', async () => {
    expect(await printed('breach', ['list', '--since', '2020-01-01T00:00:00Z'], { isTTY: false })).toContain(HOSTILE)
  })

  it('shows the control characters of a file that it imports', async () => {
    const columns = 'title,description,category,discounted,original,rating'
    writeFileSync(join(folder, 'goods.csv'), `id,${columns},${HOSTILE}\n"${HOSTILE}",A,Plain,${HOSTILE},450,700,4,x\n`)
    const text = await printed('catalogue', ['check', 'goods.csv'])
    expect(text).toContain('␛[2J')
    expect(text).not.toContain('\u001b')
  })
})
