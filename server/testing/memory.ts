/** What is really taken in memory. */
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Heap and buffers, once nothing is left to be collected. */
export async function takenBytes(): Promise<number> {
  for (let times = 0; times < 5; times += 1) {
    collectGarbage()
    await sleep(50)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The same text with memory of its own, as one that comes by a socket has. */
export const own = (text: string): string => Buffer.from(text).toString()
