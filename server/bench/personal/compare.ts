/**
 * What a shopper's calls cost, beside a bare Fastify over node-postgres that does the same on the same database (bare.ts): by the
 * processor time that server and database take together, and by rate. Both are asked by turns, over 50 connections.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { stop, type Running } from '../processes'
import { median, type Row } from '../rows'
import { callFor, send, type Call } from './callers'
import { comparable, SUBJECTS, type Subject } from './calls'
import { cpuMsOf, cpuMsOfServer } from './cpu'
import { tidyUp, type Shopper } from './shoppers'

const CONNECTIONS = 50

export interface Turns {
  /** How often both are asked, one after the other, and how long each time, in seconds. */
  rounds: number
  seconds: number
  /** How long before the first time: at first V8 still compiles. */
  warmUp: number
}

/** Of one call in a turn, in milliseconds of the processor; `perSecond` is how many there were. */
interface Cost {
  server: number
  database: number
  perSecond: number
}

interface Side {
  origin: string
  pid: number
  call(subject: Subject, shopper: Shopper, n: number): Call
}

interface Place {
  url: string
  /** The database server's first process. */
  postmaster: number
  secret: string
  shoppers: Shopper[]
}

/** Rows for each subject whose name `only` matches. What each side costs is printed too. */
export async function comparePersonalCalls(
  shop: Running,
  { url, postmaster, secret, shoppers }: Place,
  { rounds, seconds, warmUp }: Turns,
  only = /./,
): Promise<Row[]> {
  const db = new pg.Client(url)
  await db.connect()
  const bare = await startBare(url, secret)
  const sides: Side[] = [
    { origin: shop.origin, pid: shop.pid, call: (subject, shopper, n) => subject.call(shopper, n) },
    { ...bare, call: (subject, shopper, n) => ({ ...subject.call(shopper, n), path: subject.bare }) },
  ]

  async function costOf(subject: Subject, side: Side, duration: number): Promise<Cost> {
    await tidyUp(db)
    const read = () => [cpuMsOf(side.pid), cpuMsOfServer(postmaster)] as const
    const [server, database] = read()
    const { calls, seconds: passed } = await callFor(side.origin, {
      callers: CONNECTIONS,
      seconds: duration,
      ...(subject.isOnce && { most: Math.floor(shoppers.length / CONNECTIONS) }),
      next: (caller, n) => side.call(subject, shoppers[(caller + CONNECTIONS * n) % shoppers.length]!, n),
    })
    const [serverNow, databaseNow] = read()
    return {
      server: (serverNow - server) / calls,
      database: (databaseNow - database) / calls,
      perSecond: calls / passed,
    }
  }

  try {
    const rows: Row[] = []
    const printed: Record<string, object> = {}
    for (const subject of SUBJECTS.filter(({ name }) => only.test(name))) {
      await refuseDifferent(db, subject, sides, shoppers[0]!)
      for (const side of sides) if (warmUp > 0) await costOf(subject, side, warmUp)
      const costs: Cost[][] = []
      for (let round = 0; round < rounds; round += 1)
        for (const [i, side] of sides.entries()) (costs[i] ??= []).push(await costOf(subject, side, seconds))
      for (const [i, name] of ['shop', 'bare'].entries()) printed[`${subject.name}, ${name}`] = middle(costs[i]!)
      rows.push(...rowsOf(subject, costs[0]!, costs[1]!))
    }
    console.log('Milliseconds of the processor per call, and calls per second:')
    console.table(printed)
    return rows
  } finally {
    await bare.stop()
    await db.end()
  }
}

async function startBare(url: string, secret: string) {
  const child = fork(join(import.meta.dirname, 'bare.ts'), { execArgv: ['--import', 'tsx'] })
  child.send({ url, secret })
  const [origin] = (await once(child, 'message')) as [string]
  return { origin, pid: child.pid!, stop: () => stop(child) }
}

/** Throws where the two do not answer alike: else a figure compares nothing. */
async function refuseDifferent(db: pg.Client, subject: Subject, sides: Side[], shopper: Shopper): Promise<void> {
  const agent = new Agent()
  const answers: string[] = []
  for (const [i, side] of sides.entries()) {
    await tidyUp(db)
    answers.push(await send(side.origin, agent, side.call(subject, shopper, i)))
  }
  const [shop, bare] = answers
  if (!isDeepStrictEqual(comparable(shop!), comparable(bare!)))
    throw new Error(`${subject.name}: the shop answers ${shop}, the bare server ${bare}`)
}

const middle = (costs: Cost[]) => ({
  server: Number(median(costs.map(({ server }) => server)).toFixed(2)),
  database: Number(median(costs.map(({ database }) => database)).toFixed(2)),
  'per second': Math.round(median(costs.map(({ perSecond }) => perSecond))),
})

/** The middle one of the rounds' ratios. */
function rowsOf({ name, target }: Subject, shop: Cost[], bare: Cost[]): Row[] {
  const whole = ({ server, database }: Cost) => server + database
  const row = { unit: 'x', target, atLeast: true } as const
  const ratios = (ratio: (shop: Cost, bare: Cost) => number) => median(shop.map((each, i) => ratio(each, bare[i]!)))
  return [
    { name: `${name}, of a bare Fastify, by processor time`, value: ratios((a, b) => whole(b) / whole(a)), ...row },
    { name: `${name}, of a bare Fastify, by rate`, value: ratios((a, b) => a.perSecond / b.perSecond), ...row },
  ]
}
