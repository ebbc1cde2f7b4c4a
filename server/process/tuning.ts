/**
 * Node and V8 options that the shop sets. Each comment states what the option saves, the versions it was measured with, and how to check
 * whether it can be removed.
 */
import { setFlagsFromString } from 'node:v8'

/** Call this function before any other code runs. */
export function tuneStart(): void {
  // Lets WebAssembly run ten times as long as by default before V8 recompiles it with optimization. Otherwise V8 recompiles the embedded
  // database during startup, which takes a fifth of the database's CPU time. Measured with Node 20 to 26. Remove this once startup is as
  // fast without it.
  setFlagsFromString('--wasm-tiering-budget=18000000')
}

const PARENT = process.ppid
const LOOKS_EVERY_MS = 200

/**
 * On SIGTERM, npm's shell exits without passing the signal on. This process then has another parent. Remove this when `npm start` stops its
 * own server. To check, send npm a SIGTERM.
 */
export function whenOrphaned(stop: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(watch)
    stop()
  }, LOOKS_EVERY_MS)
  watch.unref()
}
