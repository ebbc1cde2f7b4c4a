/** How the shop answers as more and more callers come at once: for a plot, without a target. */
import { runLoad, type Load, type LoadResult } from './load'

export type Growth = Record<string, (LoadResult & { connections: number })[]>

/** `steps` are numbers of connections, each for so many seconds. */
export async function measureGrowth(
  subjects: Record<string, Pick<Load, 'url' | 'request'>>,
  steps: number[],
  seconds: number,
): Promise<Growth> {
  const growth: Growth = {}
  for (const [name, subject] of Object.entries(subjects)) {
    growth[name] = []
    for (const connections of steps) {
      growth[name].push({ connections, ...(await runLoad({ ...subject, connections, duration: seconds })) })
    }
  }
  return growth
}
