/** Ports and child processes for tests and tools. */
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port on this machine on which no program listens. Operating systems choose ports above 32767 for `listen(0)` and for clients, so these
 * cannot take the port before the caller uses it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Sends the signal and waits until the process has ended. */
export async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGINT' | 'SIGQUIT' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
