import { readFileSync } from 'node:fs'
import { Kind, parse, type SelectionSetNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../shared/contract/endpoints'
import { errorOf, type AnyErrorCode } from '../../shared/contract/errors'
import { OPERATIONS } from '../../shared/contract/operations'
import { RULES } from '../../guards/rules'
import { startTestApp } from '../../testing/app'
import { errorCodesOf } from './operation'

const docs = readFileSync('docs/rest.md', 'utf8')
const app = await startTestApp()

/** The trimmed rows of the table whose first heading is the given one. */
function tableOf(heading: string): string[][] {
  const lines = docs.slice(docs.search(new RegExp(`^\\| ${heading} `, 'm'))).split('\n')
  const rows = lines.slice(
    2,
    lines.findIndex((line) => !line.startsWith('|')),
  )
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
}

/** `me { cart }` for fields of the viewer, or else the operation's own name. */
function nameOf({ selections }: SelectionSetNode): string {
  const [field] = selections
  if (field?.kind !== Kind.FIELD) throw new Error('An operation asks for a field')
  return field.name.value === 'me' ? `me { ${nameOf(field.selectionSet!)} }` : field.name.value
}

describe('docs/rest.md', () => {
  it('lists every REST call with its GraphQL operation', () => {
    const expected = ENDPOINTS.map(({ method, path, summary, graphql }) => {
      const [operation] = parse(graphql.query).definitions
      if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('A twin is an operation')
      return [`\`${method} ${path}\``, summary, `\`${operation.operation} ${nameOf(operation.selectionSet)}\``]
    })
    expect(tableOf('REST')).toEqual(expected)
  })

  it('lists all error responses of REST, with status, code and message', () => {
    const codes = new Set<AnyErrorCode>(Object.values(OPERATIONS).flatMap(errorCodesOf))
    const expected = [...codes]
      .map((code) => ({ code, ...errorOf(code) }))
      .sort((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1))
      .map(({ code, status, message }) => [String(status), code, message])
    expect(tableOf('Status').filter(([, code]) => code !== '(an unknown path)')).toEqual(expected)
  })

  it('lists the error response for an unknown path', async () => {
    const { statusCode, body } = await app.inject('/api/nope')
    const { errors } = JSON.parse(body) as { errors: string[] }
    expect(tableOf('Status')).toContainEqual([String(statusCode), '(an unknown path)', ...errors])
  })

  it('states the same limits as the settings', () => {
    const settings = readFileSync('.env.example', 'utf8')
    const valueOf = (name: string) => Number(new RegExp(`^#${name}=(.*)$`, 'm').exec(settings)![1]).toLocaleString('en')
    expect(docs).toContain(`${valueOf('REQUESTS_PER_MINUTE')} requests per minute`)
    expect(docs).toContain(`${valueOf('SIGN_INS_PER_MINUTE')} sign-ins and sign-ups`)
    expect(docs).toContain(`newest ${RULES['lists.idempotencyKeys'].most} keys`)
  })
})
