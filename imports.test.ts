/**
 * Checks that there are no import cycles. The linter's rule ignores type imports; this test includes them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const files = ['client', 'server', 'prisma', 'tools']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => posix.join(folder, name)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/node_modules|generated/.test(file))

/** The files that each file imports, including type imports. */
function importsOf(file: string, text: string, known: ReadonlySet<string>): string[] {
  const specifiers = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  return specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(file), specifier))
    .flatMap((path) =>
      [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].filter((each) => known.has(each)).slice(0, 1),
    )
}

/** One path through each cycle that a depth-first search finds. */
function circlesIn(graph: ReadonlyMap<string, string[]>): string[] {
  const finished = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    else if (!finished.has(file)) {
      for (const imported of graph.get(file) ?? []) visit(imported, [...path, file])
      finished.add(file)
    }
  }
  for (const file of graph.keys()) visit(file, [])
  return circles
}

it('detects import cycles, including type imports', () => {
  const texts = {
    'a/one.ts': "import { two } from './two'",
    'a/two.ts': "import type { Three } from '../three'",
    'three.ts': "export type { One } from './a/one'",
    'four.ts': "import './three'",
  }
  const known = new Set(Object.keys(texts))
  const graph = new Map(Object.entries(texts).map(([file, text]) => [file, importsOf(file, text, known)]))
  expect(circlesIn(graph)).toEqual(['a/one.ts -> a/two.ts -> three.ts -> a/one.ts'])
})

it('the project has no import cycles', () => {
  const known = new Set(files)
  expect(known.size).toBeGreaterThan(500)
  const graph = new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'), known)]))
  expect(circlesIn(graph)).toEqual([])
})
