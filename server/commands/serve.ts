/**
 * Runs in the shop's process. Accepts commands for its database only from this user's processes, and runs them on separate connections.
 * Their changes are announced like any other change.
 */
import { chmodSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { resolve } from 'node:path'
import type { Settings } from '../settings'
import type { Call, Command, OpenDatabase, Terminal } from './command'
import { encode, MAX_REQUEST, request, type Part, type Request } from './socketMessages'
import { makeSocketFolder, socketOf } from './socketAddress'

const REQUEST_MS = 5_000
const NOTHING = { stop: async () => {} }

/** With DATABASE_URL, the shop accepts no commands: a command connects to that database directly. */
export async function serveCommands(settings: Settings, database: OpenDatabase): Promise<{ stop(): Promise<void> }> {
  if (settings.databaseUrl) return NOTHING
  const path = socketOf(settings.dataDir)
  const running = new Set<Socket>()
  const server = createServer((socket) => {
    running.add(socket)
    socket.once('close', () => running.delete(socket))
    socket.on('error', () => {})
    answer(socket, settings, database).catch(() => socket.destroy())
  })
  try {
    await listen(server, path)
  } catch (error) {
    // Some file systems do not support sockets. On those, the shop must run without accepting commands.
    console.error(`Commands cannot reach this shop while it runs (${(error as Error).message}).`)
    return NOTHING
  }
  server.on('error', () => {})
  // The socket does not keep the process alive.
  server.unref()
  return {
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of running) socket.destroy()
      await closed
    },
  }
}

async function listen(server: Server, path: string): Promise<void> {
  makeSocketFolder(path)
  // Only this process holds the data folder, so an existing socket was left behind by a killed process.
  if (process.platform !== 'win32') rmSync(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  if (process.platform !== 'win32') chmodSync(path, 0o600)
}

async function answer(socket: Socket, settings: Settings, database: OpenDatabase): Promise<void> {
  const asked = await readRequest(socket)
  const put = (part: Part) => socket.writable && socket.write(encode(part))
  const end = (code: number) => void socket.end(encode({ is: 'end', code }))
  // Loads the code for commands when the first command arrives, because most shops never receive one.
  const [{ findCommand }, { runToEnd }] = await Promise.all([import('./registry'), import('./run')])
  const command = asked && findCommand(asked.command)
  if (!command || 'runAlone' in command) {
    put({ is: 'fault', text: errorOf(asked, command) })
    return end(2)
  }
  const call: Call = { args: asked.args, settings, terminal: terminalOf(socket, asked.folder, put) }
  end(
    await runToEnd(
      command,
      call,
      () => ('run' in command ? command.run(call, database) : command.runOnPool(call, database.pool)),
      (text) => put({ is: 'fault', text }),
    ),
  )
}

const errorOf = (asked: Request | null, command: Command | null): string =>
  command
    ? `The shop is running. Stop it before you run ${asked!.command}.`
    : `The running shop has no such command${asked ? `: ${asked.command}` : ''}. Restart the shop if it was updated.`

function terminalOf(socket: Socket, folder: string, put: (part: Part) => boolean): Terminal {
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  return {
    say: (text) => void put({ is: 'line', text }),
    progress: (done, total, unit) => void put({ is: 'progress', done, total, unit }),
    async send(text) {
      if (!put({ is: 'file', text }) && socket.writable) await once(socket, 'drain', { signal: gone.signal })
    },
    signal: gone.signal,
    pathOf: (path) => resolve(folder, path),
  }
}

/** Null unless a complete request arrives in time. */
async function readRequest(socket: Socket): Promise<Request | null> {
  socket.setEncoding('utf8')
  const late = setTimeout(() => socket.destroy(), REQUEST_MS)
  try {
    let text = ''
    while (!text.includes('\n')) {
      const [more] = (await once(socket, 'data')) as [string]
      text += more
      if (text.length > MAX_REQUEST) return null
    }
    return request.parse(JSON.parse(text.slice(0, text.indexOf('\n'))))
  } catch {
    return null
  } finally {
    clearTimeout(late)
  }
}
