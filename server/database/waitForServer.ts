/** At startup, waits for a database server that is not up yet. If it does not come up, reports one sentence that names the setting. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from './unavailable'

/** A failure that the operator can fix. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

const PAUSE_MS = 500

/** The server's codes for an unknown user, password or database. Waiting longer does not help. */
const FINAL_ERRORS = new Set(['28000', '28P01', '3D000', '42501'])

/** `waitMs` of 0 waits forever. */
export async function waitForServer(work: () => Promise<void>, waitMs: number): Promise<void> {
  const end = waitMs > 0 ? Date.now() + waitMs : Infinity
  let isTold = false
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (FINAL_ERRORS.has(String(code)))
        throw new DatabaseError(`The server of DATABASE_URL refused the connection: ${message}.`)
      if (!isDatabaseUnavailable(error)) throw error
      const reason = message || code
      if (Date.now() >= end) {
        throw new DatabaseError(
          `No database responded at DATABASE_URL (${reason}) within ${waitMs / 1000} seconds. ` +
            'Start the database or fix DATABASE_URL. Without that setting, the shop uses an embedded database.',
        )
      }
      if (!isTold) console.error(`Waiting for the database of DATABASE_URL: ${reason}`)
      isTold = true
    }
    await sleep(PAUSE_MS)
  }
}
