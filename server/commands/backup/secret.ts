/** What a restored shop can and cannot do with its secret. A backup contains the secret only on request, because it opens what is in the rows. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { sealer } from '../../crypto/sealed'
import type { Settings } from '../../settings'
import { SECRET_FILE } from './format'

type Place = Pick<Settings, 'jwtSecret' | 'jwtSecretAccepted' | 'dataDir'>

const MAX_LISTED = 20

interface Apps {
  total: number
  /** The emails of staff whose app the secret cannot open. */
  closed: string[]
}

/** The lines to print after a restore. Call this once the database has all migrations. */
export async function explainSecret(client: pg.ClientBase, place: Place, isInBackup: boolean): Promise<string[]> {
  const secret = secretOf(place)
  const apps = await readApps(client, secret, place.jwtSecretAccepted)
  const isSame = apps.total > 0 && apps.closed.length === 0
  return [
    ...origin(place, secret, isInBackup),
    ...(isInBackup && !place.jwtSecret ? [] : isSame ? [] : [LOST]),
    ...(apps.closed.length > 0 ? closedApps(apps) : []),
  ]
}

const LOST =
  'If the backed-up shop had another secret, everyone must log in again, and the links and codes in its emails no longer work. ' +
  'To keep them, set JWT_SECRET to the other secret before you start the shop.'

function origin({ jwtSecret }: Place, secret: string | null, isInBackup: boolean): string[] {
  if (isInBackup)
    return jwtSecret ? ['The shop still signs with JWT_SECRET. The secret of the backup is in DATA_DIR.'] : []
  const none = 'The backup contains no secret.'
  if (jwtSecret) return [`${none} The shop signs with JWT_SECRET.`]
  if (secret !== null) return [`${none} The shop keeps the one in DATA_DIR/${SECRET_FILE}.`]
  return [`${none} The shop makes a new one in DATA_DIR when it starts.`]
}

function closedApps({ closed, total }: Apps): string[] {
  const others = closed.length - MAX_LISTED
  const named = closed.slice(0, MAX_LISTED).join(', ') + (others > 0 ? ` and ${others} more` : '')
  return [
    `The secret does not open ${closed.length} of ${total} authenticator apps: ${named}.`,
    'Set JWT_SECRET to the secret of the backed-up shop. If it is lost, each of these people needs a recovery code, or run for each:',
    '  npm run staff -- reset-factor EMAIL',
  ]
}

/** Null if the shop has no secret yet. */
function secretOf({ jwtSecret, dataDir }: Place): string | null {
  if (jwtSecret) return jwtSecret
  const path = join(dataDir, SECRET_FILE)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

async function readApps(client: pg.ClientBase, secret: string | null, accepted: string | null): Promise<Apps> {
  const { rows } = await client.query<{ id: string; email: string; sealed: string }>(`
    SELECT user_account.id, email, sealed_secret AS sealed FROM second_factor JOIN user_account ON user_account.id = user_id
    WHERE confirmed_at IS NOT NULL ORDER BY email`)
  const seal = secret === null ? null : sealer(secret, accepted)
  const closed = rows.filter(({ id, sealed }) => !seal || seal.open(sealed, id) === null)
  return { total: rows.length, closed: closed.map(({ email }) => email) }
}
