/**
 * Every switch of Node and V8 that the shop turns, each with what it saves, the versions it was measured with, and how to see that it may
 * go. `npm run bench` has the figures that all of them together lead to; docs/performance.md has those without each.
 */
import { createHook } from 'node:async_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const MB = 1024 * 1024

const NODE = parseInt(process.versions.node)

/** To be called before anything else runs. */
export function tuneStart(): void {
  keepShapeOfTicks()
  // How much of some WebAssembly runs before V8 compiles it again, to be fast: ten times the default. Else the embedded database is
  // compiled again in the middle of its start: a fifth of its CPU. Node 20 to 26. May go when a start without it is as fast.
  setFlagsFromString('--wasm-tiering-budget=18000000')
  holdYoungGeneration()
}

/** Of both its halves, in MB. */
const YOUNG_MB = 16

/**
 * What 50 calls at once have in hand fits into a young generation of twice 8 MB: with the 1 MB that V8 begins with, reading a cart costs half as much
 * CPU again. By itself it would grow to twice 16 MB at the start, for 20 MB more and no speed that could be measured. So it grows now,
 * and then no more; that takes 15 ms. Node 20 and 24. May go where 220 MB are no matter: V8 then grows it by itself.
 */
function holdYoungGeneration(): void {
  const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_size
  // It grows when what is young outlives a collection. To ask for its size takes a microsecond.
  const alive: unknown[] = []
  for (let i = 0; i < 100_000 && (i % 100 > 0 || size() < YOUNG_MB * MB); i += 1) {
    alive[i % 4_000] = new Array<number>(100).fill(i)
  }
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * To be called once the shop runs: a start fills the heap anyway, and collecting it then is in vain. What is in use is some 40 MB; by
 * itself V8 lets four times as much garbage gather beside it, and with this less than half (60 MB). One call at a time costs the same; with 50 at
 * once, what they have in hand grows old and is collected more often: a page of orders takes 0.46 ms, with 50 for the 25 it is 0.44 and 10 MB more,
 * without this 0.34 and 100 MB more. Node 20 and 22, and by another name from 24 on. May go where 300 MB are no matter.
 */
export function tuneHeap(): void {
  setFlagsFromString(NODE >= 24 ? '--memory-saver-mode' : '--heap-growing-percent=25')
}

let tick: object | null = null

/**
 * Node makes an object for each tick, and several for each write to a socket. V8 forgets their shape when it collects garbage while no
 * tick waits, and from the second time on makes them slow: 2 of the 11 us that a cached response costs. As long as one is held, its
 * shape is. Node 20. May go when two starts of the bench's public part without it are as fast. Returns the object.
 */
export function keepShapeOfTicks(): object | null {
  const hook = createHook({
    init(_id, type, _triggerId, resource) {
      if (type === 'TickObject') tick = resource
    },
  }).enable()
  process.nextTick(() => {})
  hook.disable()
  return tick
}

const PARENT = process.ppid
const LOOKS_EVERY_MS = 200

/**
 * npm's shell dies of a SIGTERM without passing it on; from then on this process has another parent. May go when `npm start` ends its
 * server by itself: send npm a SIGTERM and look.
 */
export function whenOrphaned(stop: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(watch)
    stop()
  }, LOOKS_EVERY_MS)
  watch.unref()
}
