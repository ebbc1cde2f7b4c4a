/** The bare server's login: wrong passwords are counted as the shop counts them, and looked at before and after. */
import { verify } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import type { Statements } from './bareStatements'

interface UserRow {
  id: string
  first_name: string
  password_hash: string
  token_version: number
  blocked_at: Date | null
}

const USER = {
  name: 'user',
  text: `SELECT id, first_name, password_hash, token_version, blocked_at FROM user_account WHERE email = $1 AND deleted_at IS NULL`,
}
const LOCKED = {
  name: 'locked',
  text: `SELECT window_to FROM sign_in_failures WHERE email = $1 AND window_to >= now()
    AND (network = $2 AND count >= 10 OR network = '' AND count >= 100) LIMIT 1`,
}
const FORGET = {
  name: 'forget',
  text: 'DELETE FROM sign_in_failures WHERE email = $1 AND network = $2 AND (count < 10 OR window_to < now())',
}

export function loginRoute(app: FastifyInstance, sql: Statements): void {
  app.post<{ Body: { variables: { email: string; password: string } } }>('/login', async ({ body, ip }) => {
    const { email, password } = body.variables
    const [user] = await sql.rows<UserRow>(USER, [email])
    if (!user) throw new Error('There is no such user.')
    await refuseLocked(email, ip)
    if (!(await verify(user.password_hash, password))) throw new Error('The password is another one.')
    await sql.rows(FORGET, [email, ip])
    await refuseLocked(email, ip)
    if (user.blocked_at) throw new Error('The account is blocked.')
    const version = user.token_version
    const token = app.jwt.sign({ id: user.id, email, ...(version > 0 && { version }) })
    return { data: { login: { token, user: { firstName: user.first_name }, userErrors: [] } } }
  })

  async function refuseLocked(email: string, network: string): Promise<void> {
    if ((await sql.rows(LOCKED, [email, network])).length > 0) throw new Error('There were too many attempts.')
  }
}
