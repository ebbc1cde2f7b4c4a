/** The endpoints for the shop's clients, by operation id. */
import { accounts } from './accounts'
import { addresses } from './addresses'
import { cart } from './cart'
import { catalogue } from './catalogue'
import type { ClientEndpoint } from './endpoint'
import { wishlist } from './wishlist'

export const clientEndpoints = { ...catalogue, ...accounts, ...cart, ...wishlist, ...addresses }

export const ENDPOINTS: readonly ClientEndpoint[] = Object.values(clientEndpoints)
