/** All endpoints of the REST contract, by operation id. */
import { accounts } from './accounts'
import { addresses } from './addresses'
import { cart } from './cart'
import { catalogue } from './catalogue'
import type { ClientEndpoint, Endpoint } from './endpoint'
import { razorpayPayments, sandboxPayments } from './payments'
import { responses } from './schemas'
import { wishlist } from './wishlist'

const clientEndpoints = { ...catalogue, ...accounts, ...cart, ...wishlist, ...addresses }

const contract = {
  getOpenApiDocument: {
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'Contract',
    summary: 'This document',
    auth: false,
    status: 200,
    response: responses.openApiDocument,
    refusals: [],
  },
} as const satisfies Record<string, Endpoint>

/** What a shop's client calls. */
export const ENDPOINTS: readonly ClientEndpoint[] = Object.values(clientEndpoints)

export const OPERATIONS = { ...clientEndpoints, ...sandboxPayments, ...razorpayPayments, ...contract }
export type OperationId = keyof typeof OPERATIONS
