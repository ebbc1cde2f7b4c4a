import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Package {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, object>
  peerDependencies?: Record<string, string>
  link?: boolean
}

interface Manifest {
  devDependencies: Record<string, string>
  overrides: Record<string, string | Record<string, string>>
}

const read = <Type>(path: string): Type => JSON.parse(readFileSync(path, 'utf8')) as Type
const { devDependencies, overrides } = read<Manifest>('package.json')
const { packages } = read<{ packages: Record<string, Package> }>('package-lock.json')

const stubs = Object.keys(devDependencies).filter((name) => devDependencies[name] === 'file:stubs')
const replaced = Object.entries(overrides).flatMap(([by, names]) =>
  typeof names === 'string'
    ? []
    : Object.keys(names)
        .filter((name) => stubs.includes(name))
        .map((name) => [by, name] as const),
)

describe('a package that stubs/ replaces', () => {
  it.each(replaced)('is still a dependency of %s: %s', (by, name) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[`node_modules/${by}`]!
    const wanted = { ...dependencies, ...optionalDependencies, ...peerDependencies, ...peerDependenciesMeta }
    expect(Object.keys(wanted)).toContain(name)
  })

  it('is replaced for at least one package', () => {
    expect([...new Set(replaced.map(([, name]) => name))].sort()).toEqual([...stubs].sort())
  })

  it('is not installed anywhere', () => {
    const folders = Object.keys(packages).filter((path) => stubs.some((name) => path.endsWith(`node_modules/${name}`)))
    expect(folders.filter((path) => packages[path]!.link !== true)).toEqual([])
  })
})
