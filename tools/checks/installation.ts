/**
 * Follows docs/operating.md, "One machine, without containers", in a temporary folder, and stands in for systemd, cron and the nginx
 * service. Only addresses, paths and the user differ from the document: root runs the shop as nobody, and other users run it as themselves.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { type Lockfile, runtimeFolders } from '../../server/build/runtimePackages'
import { projectRoot } from '../../server/settings'
import { asNobody, giveToNobody, newestInstalled, type Postgres } from '../../server/testing/postgres'
import { freePort, stop } from '../../server/testing/processes'
import { CERTIFICATE, KEY } from '../../server/testing/stand-ins/smtpStandIn'

/** Debian's PATH lacks this folder for users other than root. */
export const NGINX = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx'

const isRoot = process.getuid?.() === 0
const guide = readFileSync(join(projectRoot, 'docs/operating.md'), 'utf8')
const blocksOf = (text: string): string[] => [...text.matchAll(/^```sh[^\n]*\n([^]*?)^```/gm)].map(([, code]) => code!)

const section = /\*\*One machine, without containers\.\*\*([^]*?)\n\*\*The database\.\*\*/.exec(guide)![1]!
/** The section's blocks: one installs the shop, one starts the shop and nginx, and one gives the first employee access. */
const [INSTALL, START, EMPLOYEE] = blocksOf(section) as [string, string, string]
/** The crontab line, without its times. */
const NIGHTLY = /^0 2 \* \* \* +(.+)$/m.exec(guide)![1]!

/** Replaces the required programs, and steps that the test has already done. */
const MACHINE = `useradd() { :; }; git() { :; }; npm() { :; }; systemctl() { :; }; nginx() { :; }; su() { sh -c "$3"; }`

/** The files that the build and `npm ci --prefix dist` create in the clone. */
function layOut(folder: string): void {
  for (const path of ['schema.graphql', 'prisma', 'dist', 'deploy', '.env.example'])
    cpSync(join(projectRoot, path), join(folder, path), { recursive: true })
  const lockfile = JSON.parse(readFileSync(join(projectRoot, 'dist/package-lock.json'), 'utf8')) as Lockfile
  for (const path of runtimeFolders(lockfile).filter((each) => existsSync(join(projectRoot, each))))
    cpSync(join(projectRoot, path), join(folder, 'dist', path), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
}

export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), 'cerashop-install-'))
  readonly shop = join(this.folder, 'opt/cerashop')
  readonly ports: { shop: number; ops: number; http: number; https: number }
  readonly #postgres: { port: string; sockets: string }
  readonly #running: ChildProcess[] = []

  private constructor(ports: Installation['ports'], postgres: { port: string; sockets: string }) {
    this.ports = ports
    this.#postgres = postgres
  }

  /** Runs the document's first block. */
  static async make({ url }: Postgres): Promise<Installation> {
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query<{ unix_socket_directories: string }>('SHOW unix_socket_directories')
    await client.end()
    const [shop, ops, http, https] = [await freePort(), await freePort(), await freePort(), await freePort()]
    const sockets = rows[0]!.unix_socket_directories
    const made = new Installation({ shop, ops, http, https }, { port: new URL(url).port, sockets })
    chmodSync(made.folder, 0o755)
    layOut(made.shop)
    for (const path of ['etc/systemd/system', 'etc/nginx/tls', 'var/lib'])
      mkdirSync(join(made.folder, path), { recursive: true })
    made.asRoot(INSTALL)
    return made
  }

  /** Text from the document or deploy/, adapted to this folder and its ports. */
  #adapt(text: string): string {
    const { port, sockets } = this.#postgres
    return text
      .replaceAll('@localhost/', `@localhost:${port}/`)
      .replaceAll('/run/postgresql', sockets)
      .replace(/(?<=-o )cerashop/g, isRoot ? 'nobody' : String(process.getuid?.()))
      .replace(/(?<=-g )cerashop/g, isRoot ? 'nogroup' : String(process.getgid?.()))
      .replaceAll('runuser -u cerashop --', asNobody.join(' '))
      .replace(/(?<![\w.:/])\/(opt|var|backups|etc)(?=[/\s])/g, `${this.folder}/$1`)
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${this.ports.shop}`)
  }

  /** Connects over the socket, because TCP needs a password and the document's role has none. */
  urlOf(database: string): string {
    const { port, sockets } = this.#postgres
    return `postgresql://cerashop@localhost:${port}/${database}?host=${sockets}`
  }

  #path = (): string => [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)

  /** Runs commands from the document in root's shell. */
  asRoot(commands: string): string {
    const { port, sockets } = this.#postgres
    const PATH = [join(newestInstalled()!, 'bin'), this.#path()].join(delimiter)
    const env = { PATH, HOME: '/', PGHOST: sockets, PGPORT: port, PGUSER: 'postgres' }
    return execFileSync('bash', ['--norc', '-euc', `${MACHINE}\n${this.#adapt(commands)}`], {
      cwd: this.shop,
      env,
      encoding: 'utf8',
    })
  }

  addSettings(settings: Record<string, string>): void {
    for (const [name, value] of Object.entries(settings)) appendFileSync(join(this.shop, '.env'), `${name}=${value}\n`)
  }

  giveAccess = (): string => this.asRoot(EMPLOYEE.split('\n').find((line) => line.startsWith('cd '))!)

  /** Runs the crontab line as the shop's user, with the few variables that cron sets. */
  backUp(): string {
    const env = { PATH: this.#path(), HOME: this.shop, SHELL: '/bin/sh' }
    return this.#asShop(['/bin/sh', '-c', this.#adapt(NIGHTLY)], env)
  }

  /** Runs an operator's command in the shop's folder. */
  command = (args: string[], settings: Record<string, string>): string =>
    this.#asShop([process.execPath, 'dist/server/commands.js', ...args], { PATH: this.#path(), ...settings })

  #asShop(command: string[], env: Record<string, string>): string {
    const [program, ...args] = [...asNobody, ...command]
    return execFileSync(program!, args, { cwd: this.shop, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  }

  /** The path of the unit, and its lines. */
  unit() {
    const path = join(this.folder, 'etc/systemd/system/cerashop.service')
    const lines = readFileSync(path, 'utf8').split('\n')
    const all = (key: string) =>
      lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
    const one = (key: string) => all(key).at(-1)!
    return { path, all, one }
  }

  /** Copies the unit and nginx.conf like the document's second block. */
  prepareStart(): void {
    this.asRoot(START)
    const { path } = this.unit()
    const text = this.#adapt(readFileSync(path, 'utf8')).replace(
      'Environment=PORT=3000',
      `Environment=PORT=${this.ports.shop}`,
    )
    writeFileSync(path, `${text}\n[Service]\nEnvironment=OPS_PORT=${this.ports.ops}\n`)
  }

  /** Simulates what systemd does with the unit. Resolves when the shop is open. Rejects with the shop's output if the process exits. */
  async startShop(): Promise<string> {
    const { all, one } = this.unit()
    const state = join(this.folder, 'var/lib', one('StateDirectory'))
    mkdirSync(state, { recursive: true, mode: Number(`0o${one('StateDirectoryMode')}`) })
    giveToNobody(state)
    const fromFiles = all('EnvironmentFile').map((path) => parseEnv(readFileSync(path, 'utf8')))
    const environment = Object.assign({}, ...all('Environment').map((line) => parseEnv(line)), ...fromFiles) as Record<
      string,
      string
    >
    const command = [...asNobody, ...one('ExecStart').split(' ')]
    const child = spawn('sh', ['-c', `umask ${one('UMask')} && exec "$@"`, 'sh', ...command], {
      cwd: one('WorkingDirectory'),
      env: { PATH: this.#path(), LANG: 'C.UTF-8', HOME: this.shop, USER: 'cerashop', ...environment },
    })
    this.#running.push(child)
    return said(child, / is open\./)
  }

  /** Starts nginx with the sample, which listens only on loopback and writes only below this folder. */
  async startNginx(): Promise<void> {
    const file = join(this.folder, 'etc/nginx/nginx.conf')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${this.folder}/var/nginx-${kind};`,
    )
    const text = this.#adapt(readFileSync(file, 'utf8').replaceAll('/etc/nginx/mime.types', '\0'))
      .replaceAll('\0', '/etc/nginx/mime.types')
      .replace('pid /run/', `pid ${this.folder}/`)
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80 ', `listen 127.0.0.1:${this.ports.http} `)
      .replace('listen 443 ', `listen 127.0.0.1:${this.ports.https} `)
      .replace('http {\n', `http {\n${temporary.join('\n')}\n`)
    writeFileSync(file, text)
    writeFileSync(join(this.folder, 'etc/nginx/tls/fullchain.pem'), CERTIFICATE)
    writeFileSync(join(this.folder, 'etc/nginx/tls/privkey.pem'), KEY, { mode: 0o600 })
    const log = join(this.folder, 'nginx.log')
    execFileSync(NGINX, ['-t', '-q', '-e', log, '-c', file], { stdio: 'pipe' })
    const child = spawn(NGINX, ['-e', log, '-c', file, '-g', 'daemon off; error_log stderr notice;'])
    this.#running.push(child)
    await said(child, /start worker process/)
  }

  async remove(): Promise<void> {
    for (const child of this.#running.reverse()) await stop(child)
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Returns all output up to the pattern. Rejects if the process exits first. */
async function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = ''
  const opened = new Promise<string>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (pattern.test(text)) resolve(text)
      })
  })
  const ended = once(child, 'close').then(([code]) => Promise.reject(new Error(`ended with ${code}: ${text}`)))
  return Promise.race([opened, ended])
}
