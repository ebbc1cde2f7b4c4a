import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { projectRoot } from '../settings'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ENDS = ['', '.ts', '.tsx', '/index.ts']

function readFolder(folder: string): string[] {
  const names = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.tsx?$/.test(name) && !/generated/.test(name)).map((name) => join(folder, name))
}

/** By file, the files that it imports. Types count too. The rule import-x/no-cycle of ESLint leaves them out, and is slow. */
function importsIn(folders: string[]): Map<string, string[]> {
  const files = new Set(folders.flatMap(readFolder))
  return new Map(
    [...files].map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(projectRoot, file), 'utf8'))
      const paths = importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      const found = paths.flatMap(({ fileName }) => {
        const path = normalize(join(dirname(file), fileName))
        return ENDS.map((end) => path + end).filter((each) => files.has(each))
      })
      return [file, found]
    }),
  )
}

/** The first circle, as its files in the order of their imports. Null if there is none. */
function circleIn(imports: ReadonlyMap<string, string[]>): string[] | null {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return null
    for (const each of imports.get(file) ?? []) {
      const circle = visit(each, [...path, file])
      if (circle) return circle
    }
    done.add(file)
    return null
  }
  for (const file of imports.keys()) {
    const circle = visit(file, [])
    if (circle) return circle
  }
  return null
}

describe('the files of the shop', () => {
  it('do not import each other in a circle, types included', () => {
    const imports = importsIn(['server', 'client', 'prisma'])
    expect(imports.size).toBeGreaterThan(500)
    expect(circleIn(imports)).toBeNull()
  })

  it('are searched for circles of two and of three files', () => {
    const circle = ['a', 'b', 'a']
    expect(
      circleIn(
        new Map([
          ['a', ['b']],
          ['b', ['a']],
        ]),
      ),
    ).toEqual(circle)
    expect(
      circleIn(
        new Map([
          ['x', ['a']],
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['a']],
        ]),
      ),
    ).toEqual(['a', 'b', 'c', 'a'])
    expect(
      circleIn(
        new Map([
          ['a', ['b', 'c']],
          ['b', ['c']],
          ['c', []],
        ]),
      ),
    ).toBeNull()
  })
})
