/**
 * Switches of Node and V8 that the shop turns, each with what it saves, the versions it was measured with, and how to see that it may go.
 */
import { setFlagsFromString } from 'node:v8'

/** To be called before anything else runs. */
export function tuneStart(): void {
  // How much of some WebAssembly runs before V8 compiles it again, to be fast: ten times the default. Else the embedded database is
  // compiled again in the middle of its start: a fifth of its CPU. Node 20 to 26. May go when a start without it is as fast.
  setFlagsFromString('--wasm-tiering-budget=18000000')
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
