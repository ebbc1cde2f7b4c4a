/** Many people share a demo account, so it cannot be changed or deleted. */
import demoUsers from '../../../prisma/catalogue/demo-users.json' with { type: 'json' }
import { DomainError } from '../../shared/errors'

/** Throws DEMO_ACCOUNT. */
export function refuseDemoAccount({ email }: { email: string }): void {
  if (demoUsers.some((user) => user.email === email)) throw new DomainError('DEMO_ACCOUNT')
}
