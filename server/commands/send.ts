/** Sends a command to the shop that holds the data folder, and shows its output at the terminal. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError, type Terminal } from './command'
import { encode, type Part, type Request } from './socketMessages'
import { checkSocketFolder, socketOf } from './socketAddress'
import { STOPPED } from './run'

/** A shop that has just started needs a moment before it listens. */
const PATIENCE_MS = 10_000
const PAUSE_MS = 100

/**
 * Returns the command's exit code. `holder` names the process that holds the folder, for the error message if the shop does not respond.
 */
export async function sendCommand(
  dataDir: string,
  asked: Request,
  terminal: Terminal & { fail: (line: string) => void },
  holder: string,
  patienceMs = PATIENCE_MS,
): Promise<number> {
  const socket = await reach(socketOf(dataDir), holder, patienceMs)
  const stop = () => void socket.destroy()
  terminal.signal.addEventListener('abort', stop)
  if (terminal.signal.aborted) stop()
  socket.write(encode(asked))
  try {
    for await (const part of partsFrom(socket)) {
      if (part.is === 'end') return part.code
      if (part.is === 'line') terminal.say(part.text)
      else if (part.is === 'fault') terminal.fail(part.text)
      else if (part.is === 'file') await terminal.send(part.text)
      else terminal.progress(part.done, part.total, part.unit)
    }
  } catch (error) {
    if (!terminal.signal.aborted) throw error
  } finally {
    terminal.signal.removeEventListener('abort', stop)
    socket.destroy()
  }
  if (terminal.signal.aborted) return STOPPED
  throw new CommandError('The shop closed before the command had ended.')
}

async function* partsFrom(socket: Socket): AsyncGenerator<Part> {
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) {
    const lines = (text + (chunk as string)).split('\n')
    text = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as Part
  }
}

async function reach(path: string, holder: string, patienceMs: number): Promise<Socket> {
  const end = Date.now() + patienceMs
  for (;;) {
    try {
      checkSocketFolder(path)
      const socket = connect(path)
      // The connection's loss also ends the loop that reads from it.
      socket.on('error', () => {})
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (error instanceof CommandError) throw error
      if (Date.now() > end)
        throw new CommandError(`${holder} That process accepts no commands. It is not a shop, or an older release.`)
    }
    await sleep(PAUSE_MS)
  }
}
