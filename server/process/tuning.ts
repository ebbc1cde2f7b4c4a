/**
 * Switches of Node and V8 that the shop sets. Each comment names the saving, the measured versions, and how to check if it can be removed.
 */
import { setFlagsFromString } from 'node:v8'

/** Call it before anything else runs. */
export function tuneStart(): void {
  // Sets how much WebAssembly runs before V8 compiles it again with optimization: ten times the default. Otherwise V8 compiles the embedded
  // database again in the middle of its start, which costs a fifth of its CPU. Measured with Node 20 to 26. Remove it when a start without
  // it is as fast.
  setFlagsFromString('--wasm-tiering-budget=18000000')
}

const PARENT = process.ppid
const LOOKS_EVERY_MS = 200

/**
 * npm's shell ends on a SIGTERM without passing it on. This process then has another parent. Remove it when `npm start` stops its server by
 * itself: send npm a SIGTERM to check.
 */
export function whenOrphaned(stop: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(watch)
    stop()
  }, LOOKS_EVERY_MS)
  watch.unref()
}
