/** Measures the shop with a growing number of clients. The result is for a plot and has no target. */
import { runLoad, type Load, type LoadResult } from './load'

export type Growth = Record<string, (LoadResult & { connections: number })[]>

/** `steps` are numbers of connections. Each step lasts `seconds`. */
export async function measureGrowth(
  subjects: Record<string, Pick<Load, 'url' | 'request'>>,
  { steps, seconds }: GrowthSize,
): Promise<Growth> {
  const growth: Growth = {}
  for (const [name, subject] of Object.entries(subjects)) {
    growth[name] = []
    for (const connections of steps)
      growth[name].push({ connections, ...(await runLoad({ ...subject, connections, duration: seconds })) })
  }
  return growth
}

export interface GrowthSize {
  steps: number[]
  seconds: number
}
