/** Checks that untrusted input never becomes code: the server compiles nothing from any document, variable or name. */
import { syncBuiltinESMExports } from 'node:module'
import vm from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { call } from '../../testing/calls'
import { newShopper } from '../../testing/data/factories'

const app = await startTestApp()
const { token } = await newShopper(app)

/** All strings that were compiled since the test began. */
const compiled: string[] = []

/** Replaces all functions that turn a string into code with ones that record the string. */
function watchCompilers(): () => void {
  const note = (text: unknown[]) => void compiled.push(text.map(String).join(', ').slice(0, 300))
  const noting = <Made extends object>(made: Made): Made =>
    new Proxy(made, {
      apply(target, self, args: unknown[]) {
        note(args)
        return Reflect.apply(target as unknown as (...args: unknown[]) => unknown, self, args)
      },
      construct(target, args: unknown[], newTarget) {
        note(args)
        return Reflect.construct(target as unknown as new () => object, args, newTarget) as object
      },
    })
  const undo: (() => void)[] = []
  const replace = (owner: object, name: string) => {
    const was = Object.getOwnPropertyDescriptor(owner, name)!
    Object.defineProperty(owner, name, { ...was, value: noting(was.value as object) })
    undo.push(() => Object.defineProperty(owner, name, was))
  }
  for (const name of ['Function', 'eval']) replace(globalThis, name)
  const functions = [() => {}, async () => {}, function* () {}, async function* () {}]
  for (const each of functions) replace(Object.getPrototypeOf(each) as object, 'constructor')
  for (const name of ['Script', 'compileFunction', 'runInContext', 'runInNewContext', 'runInThisContext']) {
    replace(vm, name)
  }
  syncBuiltinESMExports()
  return () => {
    for (const each of undo) each()
    syncBuiltinESMExports()
  }
}

let unwatch = () => {}
beforeAll(() => void (unwatch = watchCompilers()))
afterAll(() => unwatch())

/** A query compiler once ran the first of these texts as code. */
const MAGIC = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d'
const TEXTS = [
  `${MAGIC}(globalThis.broken = true,0)`,
  '"); globalThis.broken = true; ("',
  '${globalThis.broken = true}',
  "'+(globalThis.broken=true)+'",
  '`);globalThis.broken=true;(`',
  "constructor.constructor('globalThis.broken = true')()",
  '\u2028globalThis.broken = true\u2028',
  '*/globalThis.broken = true/*',
]
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'then', MAGIC, 'a_b', 'return']

const TIMES = 25

interface Sent {
  query: string
  variables?: Record<string, unknown>
}

const literal = (text: string) => JSON.stringify(text)
const byText: Record<string, (text: string) => Sent> = {
  'in the query': (text) => ({ query: `{ orderByLink(key: ${literal(text)}) { number } }` }),
  'in a block string': (text) => ({ query: `{ orderByLink(key: """${text}""") { number } }` }),
  'in an input object': (text) => ({
    query: `mutation { login(input: { email: "a@b.in", password: ${literal(text)} }) { token userErrors { code } } }`,
  }),
  'in a personal field': (text) => ({ query: `{ me { order(number: ${literal(text)}) { id } } }` }),
  'in a list': (text) => ({ query: `{ nodes(ids: [${literal(text)}, ${literal(text)}]) { id } me { id } }` }),
  'in a variable': (text) => ({
    query: 'query ($key: String!) { orderByLink(key: $key) { number } me { order(number: $key) { id } } }',
    variables: { key: text },
  }),
  'in a bad variable': (text) => ({
    query: 'query ($filter: ProductFilter) { products(filter: $filter) { totalCount } me { id } }',
    variables: { filter: { [text]: text } },
  }),
  "in a variable's default": (text) => ({
    query: `query ($key: String! = ${literal(text)}) { orderByLink(key: $key) { number } }`,
  }),
  'in a search': (text) => ({
    query: `{ products(filter: { search: ${literal(text)} }) { totalCount matchedBy } }`,
  }),
}
const byName: Record<string, (name: string) => Sent> = {
  'as an alias': (name) => ({ query: `{ ${name}: me { ${name}: id x: email } }` }),
  'as a field': (name) => ({ query: `{ me { ${name} } }` }),
  'as a fragment': (name) => ({ query: `{ me { ...${name} } } fragment ${name} on User { id }` }),
  'as a variable': (name) => ({
    query: `query ($${name}: String!) { me { order(number: $${name}) { id } } }`,
    variables: JSON.parse(`{ "${name}": "CER-000001" }`) as Record<string, unknown>,
  }),
  'as an operation': (name) => ({ query: `query ${name} { me { id } }` }),
  'as a directive': (name) => ({ query: `{ me { id @${name}(if: true) } }` }),
}

async function sendOften(sent: Sent): Promise<void> {
  for (let i = 0; i < TIMES; i += 1) {
    // Sends the same document by POST and by GET, with and without a token.
    const { statusCode } =
      i % 3 === 2
        ? await call(
            app,
            'GET',
            `/graphql?${new URLSearchParams({ query: sent.query, variables: JSON.stringify(sent.variables ?? {}) }).toString()}`,
          )
        : await call(app, 'POST', '/graphql', { body: sent, ...(i % 3 === 0 && { token }) })
    expect(statusCode).toBeLessThan(500)
  }
}

it('the watcher detects compiled code', () => {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  expect(new Function('return 7')()).toBe(7)
  expect(vm.runInNewContext('7')).toBe(7)
  expect(compiled.splice(0)).toEqual(['return 7', '7'])
})

describe.each(Object.entries(byText))('a string %s', (_where, sent) => {
  it.each(TEXTS)('is never compiled as code: %s', async (text) => {
    await sendOften(sent(text))
    expect([compiled, 'broken' in globalThis]).toEqual([[], false])
  })
})

describe.each(Object.entries(byName))('a name %s', (_where, sent) => {
  it.each(NAMES)('is never compiled as code: %s', async (name) => {
    await sendOften(sent(name))
    expect([compiled, Object.hasOwn(Object.prototype, 'x')]).toEqual([[], false])
  })
})

describe('an error message', () => {
  const long = 'x'.repeat(5_000)
  it.each<[string, Sent]>([
    ['a bad variable', { query: 'query ($i: Int) { products(first: $i) { totalCount } }', variables: { i: long } }],
    [
      'an unknown field of a variable',
      {
        query: 'query ($f: ProductFilter) { products(filter: $f) { totalCount } }',
        variables: { f: { [long]: 1 } },
      },
    ],
    ['an unknown field', { query: `{ ${long} }` }],
    ['an unknown argument', { query: `{ products(${long}: 1) { totalCount } }` }],
    ['a syntax error', { query: `{ products(first: "${long} }` }],
    ['a literal of another type', { query: `{ products(first: "${long}") { totalCount } }` }],
    ['an unknown operation', { query: `query ${long} { nope }` }],
  ])('repeats at most 200 characters of the input: %s', async (_what, sent) => {
    const answer = await call(app, 'POST', '/graphql', { body: sent })
    expect(answer.statusCode).toBe(400)
    for (const { message } of answer.json().errors) expect(message.length).toBeLessThanOrEqual(200)
  })

  it('is limited to five per response', async () => {
    const fields = Array.from({ length: 300 }, (_, i) => `titl${i}`).join(' ')
    const { errors } = (
      await call(app, 'POST', '/graphql', { body: { query: `{ products { nodes { ${fields} } } }` } })
    ).json()
    expect(errors).toHaveLength(5)
    expect(errors[4].message).toMatch(/error limit reached/)
  })

  it('appears only once for thousands of invalid fields in a variable', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 14_000 }, (_, i) => [`field ${i}`, {}]))
    const body = {
      query: 'query ($f: ProductFilter) { products(filter: $f) { totalCount } }',
      variables: { f: wrong },
    }
    const { errors } = (await call(app, 'POST', '/graphql', { body })).json()
    expect(errors).toHaveLength(1)
    expect(errors[0].message.length).toBeLessThanOrEqual(200)
  })
})
