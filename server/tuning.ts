/**
 * Every switch of Node and V8 that the shop turns, each with what it saves, the versions it was measured with, and how to see that it may
 * go. `npm run bench` has the figures that all of them together lead to; docs/performance.md has those without each.
 */
import { createHook } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'

const NODE = parseInt(process.versions.node)

/** To be called before anything else runs. */
export function tuneStart(): void {
  keepShapeOfTicks()
  // How much of some WebAssembly runs before V8 compiles it again, to be fast: ten times the default. Else the embedded database is
  // compiled again in the middle of its start: a fifth of its CPU. Node 20 to 26. May go when a start without it is as fast.
  setFlagsFromString('--wasm-tiering-budget=18000000')
  // The young generation stays at 1 MB: 30 of 190 MB with a PostgreSQL server; a shopper's own calls cost up to a quarter more CPU.
  // Node 20 to 26. May go where 200 MB are no matter, or when V8 shrinks it by itself.
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * To be called once the shop runs: a start fills the heap anyway, and collecting it then is in vain. What is in use is some 40 MB; by
 * itself V8 lets four times as much garbage gather beside it, and with this less than half (60 MB), at no loss of speed that could be
 * measured. Node 20 and 22, and by another name from 24 on. May go when memory stays under its bound in the bench without it.
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
