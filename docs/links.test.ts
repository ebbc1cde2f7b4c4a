/** Checks the links between the documents, and the files and commands that they name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const files = ['.', 'docs', 'docs/decisions'].flatMap((folder) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : [])),
)
const withoutCode = (file: string): string => readFileSync(file, 'utf8').replaceAll(/^ *```[^]*?^ *```$/gm, '')

/** The anchors of the headings, as GitHub makes them. */
const anchorsOf = (file: string): string[] =>
  [...withoutCode(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

function isBroken(file: string, link: string): boolean {
  const [path, anchor] = link.split('#') as [string, string?]
  const target = path === '' ? file : join(dirname(file), path)
  return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
}

it('each link of a document leads to a file and a heading that exist', () => {
  const links = files.flatMap((file) =>
    [...withoutCode(file).matchAll(/\]\((?!\w+:)([^)]+)\)/g)].map(([, link]) => ({ file, link: link! })),
  )
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({ file, link }) => isBroken(file, link))).toEqual([])
})

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

it.each([
  ['file', /`((?:server|client|tools|prisma|deploy)\/[\w/.-]+\.\w+)`/g, (path: string) => existsSync(path)],
  ['command', /\bnpm run (?:-s )?([\w:]+)/g, (name: string) => name in scripts],
] as const)('each %s that a document names exists', (_, pattern, isThere) => {
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => ({ file, name: name! })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !isThere(name))).toEqual([])
})
