/**
 * `npm run abuse`: attacks the built shop as one visitor could, and fails if a measurement exceeds its limit. `-- <documents> <seed>`
 * searches longer.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema } from 'graphql'
import { projectRoot } from '../../server/settings'
import * as attacks from './attacks'
import { cpu, type Finding } from './findings'
import { lockedDoor } from './lockedDoor'
import { ordersOnDelivery } from './ordersOnDelivery'
import { randomFrom, randomQuery } from './randomOperation'
import { heldShelf } from './heldShelf'
import { nestedJson } from './nestedJson'
import { besideRefusedDocuments, refusedDocuments } from './refusedDocuments'
import { ask, cpuOf, NO_LIMITS, startTarget, type Target } from './server'
import { unreadAnswers } from './unreadAnswers'
import { dearVariables } from './variables'

const [documents = 300, seed = 1] = process.argv.slice(2).map(Number)
/** A slower query is measured again, because another program may have disturbed the first measurement. */
const SUSPECT_MS = 60
/** The number of sets of variables to try. */
const SETS = 600

const schema = buildSchema(readFileSync(join(projectRoot, 'schema.graphql'), 'utf8'))

/** The most expensive random query that the server accepts. */
async function searchForWorst(target: Target, ids: string[], token: string): Promise<Finding> {
  const random = randomFrom(seed)
  let worst = { ms: 0, query: '', cost: '' }
  let letThrough = 0
  for (let i = 0; i < documents; i += 1) {
    const query = randomQuery(schema, random, ids, 40 + random(900))
    const before = target.cpuMs()
    const { status, headers } = await ask(target, query, {}, token)
    let ms = target.cpuMs() - before
    if (status === 200) letThrough += 1
    // The response is personal, so the server computes it each time.
    if (ms > Math.max(SUSPECT_MS, worst.ms))
      ms = Math.min(ms, await cpuOf(target, 3, () => ask(target, query, {}, token)))
    if (ms > worst.ms) worst = { ms, query, cost: headers.get('x-graphql-cost') ?? `refused by ${status}` }
  }
  console.log(
    `\nThe dearest of ${documents} random queries (${letThrough} let through; cost ${worst.cost}):\n${worst.query}\n`,
  )
  return cpu('The dearest random query', worst.ms)
}

async function main(): Promise<void> {
  const target = await startTarget(NO_LIMITS)
  const findings: Finding[] = []
  try {
    const { text } = await ask(target, '{ products(first: 100) { nodes { id } } }')
    const found = JSON.parse(text) as { data: { products: { nodes: { id: string }[] } } }
    const ids = found.data.products.nodes.map(({ id }) => id)
    const token = await attacks.newShopper(target, ids)
    findings.push(await attacks.headerWithSpaces(target))
    findings.push(...(await attacks.aliasedFields(target, token)))
    findings.push(...(await attacks.overlappingFields(target)))
    findings.push(await searchForWorst(target, ids, token))
  } finally {
    await target.stop()
  }
  findings.push(...(await dearVariables(schema, SETS, seed)))
  findings.push(...(await refusedDocuments()))
  findings.push(await besideRefusedDocuments())
  findings.push(...(await nestedJson()))
  findings.push(...(await unreadAnswers()))
  findings.push(...(await ordersOnDelivery()))
  findings.push(...(await lockedDoor()))
  findings.push(...(await heldShelf()))
  findings.push(await attacks.drippingBodies())
  findings.push(...(await attacks.uniquePages()))
  findings.push(await attacks.spoofedAddresses())
  findings.push(...(await attacks.cacheFlood()))
  const width = Math.max(...findings.map(({ name }) => name.length))
  for (const { name, value, unit, most } of findings) {
    const verdict = value <= most ? 'holds' : 'FAILS'
    console.log(`${verdict}  ${name.padEnd(width)}  ${value.toFixed(1).padStart(8)} ${unit} (at most ${most})`)
  }
  if (findings.some(({ value, most }) => value > most)) process.exitCode = 1
}

await main()
