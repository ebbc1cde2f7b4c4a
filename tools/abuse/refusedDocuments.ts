/**
 * Sends invalid documents. Measures the cost of each, and how long other clients wait while one address sends only
 * these.
 */
import { waitFor } from './bystander'
import { CHARGED, from, newAddress, weigh } from './charge'
import { cpu, type Finding } from './findings'
import { ask, send, startTarget } from './server'

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

const MOST_REFUSED_MS = 12
const RUNS = 30
const WARM_UP = 100

export async function refusedDocuments(): Promise<Finding[]> {
  const target = await startTarget(CHARGED)
  const findings: Finding[] = []
  let worst = { ratio: 0, name: '' }
  for (let i = 0; i < WARM_UP; i += 1) await ask(target, `{ nope${i} }`, {}, undefined, from(newAddress()))
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    const run = (address: string, i: number) => ask(target, document(`u${i}`), {}, undefined, from(address))
    const { status } = await run(newAddress(), RUNS)
    if (status !== 400) throw new Error(`${name} are answered with ${status}`)
    const { cpuMs, chargedMs } = await weigh(target, RUNS, run)
    findings.push(cpu(name, cpuMs, MOST_REFUSED_MS))
    if (cpuMs / chargedMs > worst.ratio) worst = { ratio: cpuMs / chargedMs, name }
  }
  await target.stop()
  const name = `Refused documents, CPU for what is charged (${worst.name})`
  return [...findings, { name, value: worst.ratio, unit: 'times', most: 5 }]
}

const CONNECTIONS = 8
const ATTACK_MS = 8_000
/** All limits have their default values. */
export async function besideRefusedDocuments(): Promise<Finding> {
  const target = await startTarget({ TRUST_PROXY: '1' })
  // A different product each time, so that no cache has the response.
  const callAs = (address: string) => (i: number) =>
    send(target, `/graphql?query={product(id:"nope-${address}-${i}"){id}}`, { headers: from(address) })
  const quiet = await waitFor(target, callAs(newAddress()), 2_000)
  const address = newAddress()
  const documents = Object.values(DOCUMENTS)
  const end = performance.now() + ATTACK_MS
  let sent = 0
  const attackers = Array.from({ length: CONNECTIONS }, async (_, attacker) => {
    for (let i = attacker; performance.now() < end; i += 1) {
      await ask(target, documents[i % documents.length]!(`u${attacker}x${i}`), {}, undefined, from(address))
      sent += 1
    }
  })
  const value = await waitFor(target, callAs(newAddress()), ATTACK_MS)
  await Promise.all(attackers)
  await target.stop()
  const name = `Wait of a bystander during ${sent} refused documents in 8 s, p95 (alone ${quiet.toFixed(0)} ms)`
  return { name, value, unit: 'ms', most: 300 }
}
