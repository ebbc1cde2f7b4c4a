/**
 * What a stranger may have left in an account that the owner of its email took over. The login reports it once, so this device keeps the
 * report until the owner has seen it.
 */
import * as z from 'zod/mini'
import { readStored, writeStored } from '../storage'

const TAKEOVER = 'takeover'

const report = z.object({ userId: z.string(), orderNumbers: z.array(z.string()), addressCount: z.number() })
export type Takeover = z.infer<typeof report>

export const keepTakeover = (takeover: Takeover): void => writeStored({ [TAKEOVER]: JSON.stringify(takeover) })

export const forgetTakeover = (): void => writeStored({ [TAKEOVER]: null })

/** Null if there is no report, or if it is about another account. */
export function readTakeover(userId: string): Takeover | null {
  try {
    const takeover = report.parse(JSON.parse(readStored(TAKEOVER) ?? 'null'))
    return takeover.userId === userId ? takeover : null
  } catch {
    return null
  }
}
