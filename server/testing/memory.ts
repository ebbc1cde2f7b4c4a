/** Measures the memory that is actually used. */
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes of heap and buffers after garbage collection. */
export async function takenBytes(): Promise<number> {
  for (let times = 0; times < 5; times += 1) {
    collectGarbage()
    await sleep(50)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** A copy of the text in separate memory, as if it had arrived over a socket. */
export const own = (text: string): string => Buffer.from(text).toString()
