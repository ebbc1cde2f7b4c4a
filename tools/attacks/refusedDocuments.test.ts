/**
 * Sends invalid documents. Measures the cost of each, and how long other clients wait while one address sends only
 * these.
 */
import { expect, it } from 'vitest'
import { servedBefore } from './bystander'
import { CHARGED, from, newAddress, weigh } from './charge'
import { expectAtMost, normalCall } from './findings'
import { ask, send, startTarget } from './target'

/** `unique` makes the text different each time, so that no cache has it. */
type Document = (unique: string) => string

const list = (count: number, piece: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => piece(i)).join(' ')
const NAMES = ['titel', 'descripton', 'quantityAvailble', 'isBestseler', 'ratting', 'discountd']

/** Each document has as many errors as possible while the server still parses it completely. */
const DOCUMENTS: Record<string, Document> = {
  '300 unknown fields': (u) => `{ products { nodes { ${list(300, (i) => `${u}x${i}`)} } } }`,
  '300 misspelt fields': (u) => `{ products { nodes { ${list(300, (i) => `${NAMES[i % 6]}${i}${u}`)} } } }`,
  '160 unknown arguments': (u) => `{ ${u}: categories { ${list(160, (i) => `id(a${i}: 1)`)} } }`,
  '120 unknown types': (u) => `{ products { nodes { ${list(120, (i) => `... on ${u}Prodct${i} { id }`)} } } }`,
  '120 fragments that cannot be there': (u) => `{ ${u}: shop { name ${list(120, () => '... on Product { id }')} } }`,
  '105 fragments on Query': (u) =>
    `{ ${u}: shop { name } } ${list(105, (i) => `fragment F${i} on Query { a${i}: shop { name } }`)}`,
  '200 unknown variables': (u) =>
    `{ ${u}: products { nodes { ${list(99, (i) => `a${i}: id @include(if: $v${i})`)} } } }`,
  '200 variables of unknown types': (u) => `query (${list(200, (i) => `$v${i}: ${u}Strng${i}`)}) { shop { name } }`,
  '240 unknown directives': (u) => `{ ${u}: shop { ${list(240, (i) => `name @skp${i}`)} } }`,
  '99 fields of one name that differ': (u) =>
    `{ ${u}: products { nodes { ${list(99, (i) => `related(first: ${i}) { id }`)} } } }`,
}

const MAX_NORMAL_CALLS = 4
const MAX_FOR_CHARGE = 5
const RUNS = 15

it('refused documents cost little, and their sender is charged for them', async () => {
  const target = await startTarget(CHARGED)
  const normal = await normalCall(target, () => from(newAddress()))
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    const run = (address: string, i: number) => ask(target, document(`u${i}`), {}, undefined, from(address))
    const { status } = await run(newAddress(), RUNS)
    expect([name, status]).toEqual([name, 400])
    const { cpuMs, chargedMs } = await weigh(target, RUNS, run)
    expectAtMost(name, cpuMs / normal, MAX_NORMAL_CALLS, 'normal calls')
    expectAtMost(`${name}, CPU for what is charged`, cpuMs / chargedMs, MAX_FOR_CHARGE, 'times')
  }
})

const CONNECTIONS = 8
/** A call of a bystander waits a few times, for example for the database. Meanwhile, each connection is answered again. */
const MAX_BEFORE = 10 * CONNECTIONS

it('other clients are served while one address sends only refused documents, with the default limits', async () => {
  const target = await startTarget({ TRUST_PROXY: '1' })
  const [attacker, bystander] = [from(newAddress()), from(newAddress())]
  const documents = Object.values(DOCUMENTS)
  const before = await servedBefore(
    CONNECTIONS,
    (n, i) => ask(target, documents[(n + i) % documents.length]!(`u${n}x${i}`), {}, undefined, attacker),
    // A different product each time, so that no cache has the response.
    (i) => send(target, `/graphql?query={product(id:"nope-${i}"){id}}`, { headers: bystander }),
  )
  expectAtMost(
    'Refused documents that are answered during a call of a bystander, p95',
    before,
    MAX_BEFORE,
    'documents',
  )
})
