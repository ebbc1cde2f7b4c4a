/**
 * Runs the commands of `npm run dev` in parallel, each given as `name=command`. Each line of output begins with the
 * name of its command. When one command exits, the others are stopped.
 *
 * PORT is the port of the page, 3000 by default. The shop's server gets the next port, and Vite forwards requests to it.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { styleText } from 'node:util'

const COLOURS = ['cyan', 'magenta', 'yellow'] as const
const onWindows = process.platform === 'win32'

const pagePort = Number(process.env.PORT ?? 3000)
const env = {
  NODE_ENV: 'development',
  // Simulates a slow network.
  API_DELAY_MS: '400',
  PUBLIC_ORIGIN: `http://localhost:${pagePort}`,
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  ...process.env,
  PAGE_PORT: String(pagePort),
  PORT: String(pagePort + 1),
}

const commands = process.argv.slice(2).map((argument) => {
  const [name = '', ...command] = argument.split('=')
  return { name, command: command.join('=') }
})
const width = Math.max(...commands.map(({ name }) => name.length))

/** Also stops the processes that the command's shell has started. */
function stop({ pid }: ChildProcess): void {
  if (pid === undefined) return
  if (onWindows) return void spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'])
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // The process has exited.
  }
}

const children = commands.map(({ name, command }, index) => {
  const label = styleText(COLOURS[index % COLOURS.length]!, name.padEnd(width))
  // On POSIX, the command runs in a separate process group, so that stop() reaches all of its processes.
  const child = spawn(command, { shell: true, detached: !onWindows, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const output of [child.stdout, child.stderr])
    createInterface({ input: output }).on('line', (line) => console.log(`${label} ${line}`))
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 1
    stopAll()
  })
  return child
})

function stopAll(): void {
  for (const child of children) stop(child)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    process.exitCode ??= 0
    stopAll()
  })
