import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Lockfile, runtimeFolders } from './runtimePackages'
import { newShopper, startBuiltShop } from '../testing/builtShop'

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T
const { dependencies } = readJson<{ dependencies: Record<string, string> }>('dist/package.json')

/** The names in `import`, `import()` and the bundler's own `__require()`. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const required = [...text.matchAll(/\b__require\("([^"]+)"\)/g)].map(([, name]) => name!)
  return [...ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName), ...required]
}

/** The package debug, which other packages load, catches the failure if this one is missing: it only colours the output. */
const OPTIONAL = 'supports-color'

const packageOf = (name: string): string => /^(@[^/]+\/)?[^/]+/.exec(name)![0]

describe('dist/package.json', () => {
  it('lists each package that the bundle imports, and no others', () => {
    const files = ['dist/server', 'dist/ssr'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    const names = files.filter((file) => file.endsWith('.js')).flatMap(importsOf)
    const packages = names
      .filter((name) => !name.startsWith('.') && !isBuiltin(name) && name !== OPTIONAL)
      .map(packageOf)
    // Pino loads its transport by name.
    expect([...new Set([...packages, 'pino-pretty'])].sort()).toEqual(Object.keys(dependencies).sort())
  })

  it('requires the versions that the tests run with', () => {
    for (const [name, version] of Object.entries(dependencies))
      expect([name, readJson<{ version: string }>(`node_modules/${name}/package.json`).version]).toEqual([
        name,
        version,
      ])
  })
})

describe('the built server', () => {
  it('runs in a folder with only the files that the image copies', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cerashop-image-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // In the image, the node_modules folder is inside `dist`.
    for (const [, path] of readFileSync('Dockerfile', 'utf8').matchAll(/(?<=^COPY --from=build .*)\/shop\/(\S+)/gm))
      cpSync(path!, join(folder, path!), { recursive: true, filter: (file) => !file.includes('node_modules') })
    // Optional packages for other platforms are not installed.
    const installed = runtimeFolders(readJson<Lockfile>('dist/package-lock.json')).filter((path) => existsSync(path))
    for (const path of installed) cpSync(path, join(folder, 'dist', path), { recursive: true })

    const shop = await startBuiltShop({ folder, env: { DATA_DIR: join(folder, 'data') } })
    onTestFinished(() => shop.close())
    const { origin } = shop
    await newShopper(origin)
    for (const path of ['/product/celadon-chai-cup', '/graphql', '/api/docs/']) {
      const { status } = await fetch(origin + path, { headers: { accept: 'text/html' } })
      expect([path, status]).toEqual([path, 200])
    }
  })
})
