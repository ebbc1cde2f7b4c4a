import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import ts from 'typescript'
import { regexes } from 'zod'
import { describe, expect, it, vi } from 'vitest'

// The analysis of one takes up to some seconds.
vi.setConfig({ testTimeout: 300_000 })

/** What only developers run. */
const NOT_SERVED = /\.test\.ts$|^(testing|generated)\/|vite\.config\.ts$|derivePhotos\.ts$/
/** What meets the shop's own text alone, and is not linear: what the client's build wrote, and a setting. */
const OWN_TEXT = new Set(['web/template.ts', 'payments/razorpay.ts'])

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
  // One that is put together at run time would not be seen here.
  expect([file, /new RegExp\(/.test(text)]).toEqual([file, false])
  return found
}

const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !NOT_SERVED.test(file) && !OWN_TEXT.has(file),
)
const email = { file: "zod's e-mail", source: regexes.email.source, flags: regexes.email.flags }

describe('a regular expression that meets text from outside', () => {
  const expressions = [...files.flatMap(expressionsOf), email]

  it('is found by this test', () => {
    expect(expressions.length).toBeGreaterThan(15)
    expect(expressions.map(({ file }) => file)).toEqual(expect.arrayContaining(['web/origin.ts', 'http/auth.ts']))
  })

  it('would be found out if it were not linear', async () => {
    // What read Accept-Encoding once.
    expect((await check('\\s*;\\s*q=', '')).status).toBe('vulnerable')
  })

  it.each(expressions)('of $file takes linear time: /$source/$flags', async ({ source, flags }) => {
    expect((await check(source, flags, { timeout: 60_000 })).status).toBe('safe')
  })
})
