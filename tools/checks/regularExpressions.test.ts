import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import ts from 'typescript'
import { regexes } from 'zod'
import { describe, expect, it } from 'vitest'
import { BUILT_EXPRESSIONS as inMeasures } from '../../server/domain/catalogue/words/measures'
import { BUILT_EXPRESSIONS as inCare } from '../../server/shared/careUses'
import { BUILT_EXPRESSIONS as inOrderNumbers } from '../../server/shared/orderNumbers'

/** Files that run only during development. */
const NOT_SERVED = /\.test\.ts$|^(testing|generated)\/|vite\.config\.ts$|deriveCataloguePhotos\.ts$/
/**
 * Files whose expressions are not linear but match only the shop's own text: output of the client's build, and a
 * setting.
 */
const OWN_TEXT = new Set(['web/template.ts', 'payments/razorpay.ts'])

/** The expressions of a file that are built at run time. */
const BUILT = new Map([
  ['shared/careUses.ts', inCare],
  ['shared/orderNumbers.ts', inOrderNumbers],
  ['domain/catalogue/words/measures.ts', inMeasures],
])

interface Found {
  file: string
  source: string
  flags: string
}

function expressionsOf(file: string): Found[] {
  const text = readFileSync(join('server', file), 'utf8')
  const found: Found[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  // The test cannot find other expressions that are built at run time.
  const built = BUILT.get(file)
  expect([file, /new RegExp\(/.test(text)]).toEqual([file, built !== undefined])
  return [...found, ...(built ?? []).map(({ source, flags }) => ({ file, source, flags }))]
}

const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !NOT_SERVED.test(file) && !OWN_TEXT.has(file),
)
const email = { file: "zod's e-mail", source: regexes.email.source, flags: regexes.email.flags }

describe('a regular expression that matches external text', () => {
  const expressions = [...files.flatMap(expressionsOf), email]

  it('is found by this test', () => {
    expect(expressions.length).toBeGreaterThan(15)
    expect(expressions.map(({ file }) => file)).toEqual(expect.arrayContaining(['web/origin.ts', 'http/auth.ts']))
  })

  it('would be reported if it were not linear', async () => {
    // An expression that once parsed Accept-Encoding.
    expect((await check('\\s*;\\s*q=', '')).status).toBe('vulnerable')
  })

  it.each(expressions)('in $file takes linear time: /$source/$flags', async ({ source, flags }) => {
    expect((await check(source, flags, { timeout: 240_000 })).status).toBe('safe')
  })
})
