/** The most expensive variables. The shop's charge for an operation must not depend on whether they are valid. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type GraphQLInputType, type GraphQLSchema, Kind, parse, typeFromAST } from 'graphql'
import { it } from 'vitest'
import { projectRoot } from '../../server/settings'
import { CHARGED, from, newAddress, weigh, type Charged } from './charge'
import { expectAtMost, normalCall } from './findings'
import { randomFrom } from './randomOperation'
import { randomValue } from './randomVariables'
import { send, startTarget, type Target } from './target'

/** `#` stands for a different alias each time, so that no cache has the response. */
const OPERATIONS = [
  'query ($filter: ProductFilter, $first: Int) { #: products(filter: $filter, first: $first) { totalCount } }',
  'query ($ids: [ID!]!) { #: nodes(ids: $ids) { id } }',
  'query ($id: ID!, $text: String!) { #: product(id: $id) { id } s: suggestions(text: $text) { id } }',
  'mutation ($input: LoginInput!) { #: login(input: $input) { token } }',
  'mutation ($input: SignupInput!) { #: signup(input: $input) { token } }',
  'mutation ($input: AddressInput!, $key: String) { #: addAddress(input: $input, idempotencyKey: $key) { addresses { id } } }',
  'mutation ($id: ID, $input: OfficeProductInput!) { #: saveProduct(id: $id, input: $input) { userErrors { code } } }',
  'mutation ($input: RefundOrderInput!) { #: refundOrder(input: $input) { userErrors { code } } }',
]
/** Below the limit that Node sets for the request line and the headers together. */
const MAX_URL_LENGTH = 12_000
/**
 * A slower set is measured again, because a garbage collection or a compilation may have disturbed the first
 * measurement.
 */
const SUSPECT_MS = 10
const TRIES = 5
const SETS = 150
const SEED = 1
const MAX_NORMAL_CALLS = 40
const MAX_FOR_CHARGE = 5
/** If one request takes a second, the search stops: the shop has failed. */
const HOPELESS_MS = 1_000

interface Sent {
  kind: string
  query: string
  /** JSON text. */
  variables: string
  isGet: boolean
}

function typesOf(schema: GraphQLSchema, query: string): [name: string, type: GraphQLInputType][] {
  const [operation] = parse(query.replace('#', 'a')).definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`no operation: ${query}`)
  return operation.variableDefinitions!.map(({ variable, type }) => [
    variable.name.value,
    typeFromAST(schema, type as never) as unknown as GraphQLInputType,
  ])
}

function randomSet(schema: GraphQLSchema, random: (below: number) => number): Sent {
  const query = OPERATIONS[random(OPERATIONS.length)]!
  const types = typesOf(schema, query)
  const values = types.map(([name, type]) => ({ name, ...randomValue(type, random, 240_000 / types.length) }))
  const variables = `{${values.map(({ name, json }) => `"${name}":${json}`).join(',')}}`
  const isGet = query.startsWith('query') && encodeURIComponent(variables).length < MAX_URL_LENGTH && random(2) === 0
  const kinds = values.map(({ name, kind }) => `$${name}: ${kind}`).join('; ')
  return { kind: `${query} with ${kinds}, ${variables.length} characters`, query, variables, isGet }
}

let last = 0

function sendSet(target: Target, { query, variables, isGet }: Sent, address: string): Promise<unknown> {
  const text = query.replace('#', `a${(last += 1)}`)
  const headers = { 'content-type': 'application/json', ...from(address) }
  const sent = isGet
    ? send(target, `/graphql?query=${encodeURIComponent(text)}&variables=${encodeURIComponent(variables)}`, { headers })
    : send(target, '/graphql', {
        method: 'POST',
        headers,
        body: `{"query":${JSON.stringify(text)},"variables":${variables}}`,
      })
  // The response took too long. Its cost is measured anyway.
  return sent.catch(() => null)
}

/** The lowest of several measurements, because it includes the least unrelated work. */
async function weighSet(target: Target, set: Sent): Promise<Charged> {
  const once = () => weigh(target, 1, (address) => sendSet(target, set, address))
  let least = await once()
  for (let i = 1; i < TRIES && least.cpuMs > SUSPECT_MS && least.cpuMs < HOPELESS_MS; i += 1) {
    const next = await once()
    if (next.cpuMs < least.cpuMs) least = next
  }
  return least
}

const describe = ({ kind, isGet }: Sent, { cpuMs, chargedMs }: Charged) =>
  `${cpuMs.toFixed(1)} ms of CPU for ${chargedMs.toFixed(1)} ms charged, by ${isGet ? 'GET' : 'POST'}: ${kind}`

it('a client is charged for random variables, which cost little', async () => {
  const schema = buildSchema(readFileSync(join(projectRoot, 'schema.graphql'), 'utf8'))
  const target = await startTarget(CHARGED)
  const normal = await normalCall(target, () => from(newAddress()))
  const random = randomFrom(SEED)
  let dearest = { cpuMs: 0, ratio: 0, text: '' }
  let unfair = { cpuMs: 0, ratio: 0, text: `none takes ${SUSPECT_MS} ms` }
  for (let i = 0; i < SETS && dearest.cpuMs < HOPELESS_MS; i += 1) {
    const set = randomSet(schema, random)
    const weighed = await weighSet(target, set)
    const found = { cpuMs: weighed.cpuMs, ratio: weighed.cpuMs / weighed.chargedMs, text: describe(set, weighed) }
    if (found.cpuMs > dearest.cpuMs) dearest = found
    if (found.cpuMs > SUSPECT_MS && found.ratio > unfair.ratio) unfair = found
  }
  expectAtMost(`The dearest variables: ${dearest.text}`, dearest.cpuMs / normal, MAX_NORMAL_CALLS, 'normal calls')
  expectAtMost(`CPU for what is charged, at its worst: ${unfair.text}`, unfair.ratio, MAX_FOR_CHARGE, 'times')
})
