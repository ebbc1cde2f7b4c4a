/**
 * The CPU time of the shop and PostgreSQL per request, over 50 connections. The shop takes turns with the reference
 * server (reference.ts) and with a minimal server (bare.ts), which shows the machine's speed.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type pg from 'pg'
import { stop } from '../../../server/testing'
import { type Running } from '../processes'
import { ask, callOf, type Call } from '../recording'
import { median } from '../rows'
import { callFor } from './callers'
import { cpuMsOf, cpuMsOfServer } from './cpu'
import { contains } from './contains'
import { tidyUp, type Shopper } from './shoppers'
import type { Subject } from './subjects'

const CONNECTIONS = 50

export interface Turns {
  rounds: number
  /** The length of one turn. */
  seconds: number
  /** The time before the first round, in which V8 compiles the code. */
  warmUp: number
}

/** Milliseconds of CPU time per request. */
interface Cost {
  server: number
  database: number
}

export interface Costs {
  shop: Cost
  reference?: Cost
  /** The median ratio over all rounds. */
  timesReference?: number
  referenceTimesBare?: number
}

export interface Place {
  db: pg.Client
  url: string
  /** The process id of the database server's main process. */
  postmaster: number
  secret: string
  shoppers: Shopper[]
}

interface Side {
  origin: string
  pid: number
  path?: string
}

const sum = ({ server, database }: Cost): number => server + database

export async function measureCosts(
  shop: Running,
  place: Place,
  subjects: Subject[],
  turns: Turns,
): Promise<Map<string, Costs>> {
  const [reference, bare] = [await startOther('reference.ts', place), await startOther('../bare.ts', place)]
  try {
    const costs = new Map<string, Costs>()
    for (const subject of subjects) {
      const sides: Side[] = [shop]
      if (subject.reference) {
        sides.push({ ...reference, path: subject.reference }, { ...bare, path: '/' })
        await refuseOtherFacts(place, subject, shop.origin, reference.origin + subject.reference)
      }
      costs.set(subject.name, await byTurns(place, subject, sides, shop.origin, turns))
    }
    return costs
  } finally {
    await Promise.all([reference.stop(), bare.stop()])
  }
}

async function byTurns(
  place: Place,
  subject: Subject,
  sides: Side[],
  shop: string,
  { rounds, seconds, warmUp }: Turns,
): Promise<Costs> {
  const found: Cost[][] = sides.map(() => [])
  await tidyUp(place.db)
  await ask(shop, subject.request, await subject.values(place.shoppers[0]!, 0, shop))
  for (let round = warmUp > 0 ? -1 : 0; round < rounds; round += 1)
    for (const [i, side] of sides.entries()) {
      const cost = await costOf(place, subject, side, shop, round < 0 ? warmUp : seconds)
      if (round >= 0) found[i]!.push(cost)
    }
  const middle = (costs: Cost[]): Cost => ({
    server: median(costs.map(({ server }) => server)),
    database: median(costs.map(({ database }) => database)),
  })
  const ratio = (a: Cost[], b: Cost[]) => median(a.map((cost, i) => sum(cost) / sum(b[i]!)))
  const [own, reference, bare] = found
  if (!reference) return { shop: middle(own!) }
  return {
    shop: middle(own!),
    reference: middle(reference),
    timesReference: ratio(own!, reference),
    referenceTimesBare: ratio(reference, bare!),
  }
}

async function costOf(place: Place, subject: Subject, side: Side, shop: string, seconds: number): Promise<Cost> {
  const { db, postmaster, shoppers } = place
  await tidyUp(db)
  const toSide = (call: Call): Call => (side.path ? { ...call, path: side.path } : call)
  const prepared = subject.isOnce ? await prepareAll(subject, shoppers, shop) : null
  const read = () => [cpuMsOf(side.pid), cpuMsOfServer(postmaster)] as const
  const [server, database] = read()
  const calls = await callFor(side.origin, {
    callers: CONNECTIONS,
    seconds,
    next(caller, n) {
      if (prepared) return prepared.pop()
      const values = subject.values(shoppers[(caller + CONNECTIONS * n) % shoppers.length]!, n, shop)
      if (values instanceof Promise) throw new Error(`${subject.name} has to be prepared.`)
      return toSide(callOf(subject.request, values))
    },
  })
  const [serverNow, databaseNow] = read()
  return { server: (serverNow - server) / calls, database: (databaseNow - database) / calls }
}

/** Prepares one request per shopper. */
async function prepareAll(subject: Subject, shoppers: Shopper[], shop: string): Promise<Call[]> {
  const calls: Call[] = []
  const waiting = [...shoppers]
  const prepare = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      calls.push(callOf(subject.request, await subject.values(next, 0, shop)))
  }
  await Promise.all(Array.from({ length: 10 }, prepare))
  return calls
}

async function startOther(script: string, { url, secret }: Place) {
  const child = fork(join(import.meta.dirname, script), { execArgv: ['--import', 'tsx'] })
  child.send({ url, secret })
  const [origin] = (await once(child, 'message')) as [string]
  return { origin, pid: child.pid!, stop: () => stop(child) }
}

/**
 * Throws if the reference's response lacks data that the shop's response contains, because a comparison would be meaningless.
 */
async function refuseOtherFacts({ db, shoppers }: Place, subject: Subject, shop: string, url: string): Promise<void> {
  const responses: unknown[] = []
  for (const isShop of [true, false]) {
    await tidyUp(db)
    const values = await subject.values(shoppers[0]!, 0, shop)
    const { path: _, ...call } = callOf(subject.request, values)
    const text = isShop ? await ask(shop, subject.request, values) : await (await fetch(url, call)).text()
    responses.push(JSON.parse(text))
  }
  const difference = contains(responses[1], responses[0])
  if (difference) throw new Error(`${subject.name}: the reference differs at ${difference}`)
}
