/** Runs the built server in a separate process that a test may kill, and calls it over the network. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'

export interface BuiltServer {
  child: ChildProcess
  origin: string
  /** Sends kill -9 and waits for the process to end. */
  kill(): Promise<void>
}

/** Starts the build in `folder` with the embedded database in `dataDir`, on a free port. Kills it when the test ends. */
export async function startBuiltServer(
  dataDir: string,
  more: Record<string, string> = {},
  folder = '.',
): Promise<BuiltServer> {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', HOST: '127.0.0.1' }
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    env: {
      ...env,
      DATA_DIR: dataDir,
      OPS_PORT: '0',
      DATABASE_URL: '',
      API_DELAY_MS: '0',
      JWT_SECRET: '',
      DEMO_ACCOUNTS: '0',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const [, found] = /Shop +(http:\S+)/.exec(said) ?? []
      if (found) resolve(found)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(`The server did not start:\n${said}`)))
  })
  async function kill(): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  }
  return { child, origin, kill }
}

export async function post(origin: string, path: string, body: object, token = '') {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read deep responses
  return (await response.json()) as any
}

export async function ask(origin: string, token: string, query: string, variables: object = {}) {
  const { data, errors } = await post(origin, '/graphql', { query, variables }, token)
  expect(errors).toBeUndefined()
  return data
}

/** Signs up a shopper with one address. */
export async function newShopper(origin: string): Promise<{ email: string; token: string; addressId: string }> {
  const email = `${randomUUID()}@shopper.example`
  const person = {
    email,
    password: 'a long password',
    firstName: 'M',
    lastName: 'I',
  }
  const { encodedToken: token } = await post(origin, '/api/auth/signup', person)
  const address = {
    name: 'M',
    street: 'S',
    city: 'C',
    state: 'S',
    country: 'I',
    zipCode: '600004',
    mobile: '9000011111',
  }
  const { address: list } = await post(origin, '/api/user/address', { address }, token)
  return { email, token, addressId: list[0]._id }
}
