/** All endpoints of the REST contract, by operation id. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint'
import { clientEndpoints } from './endpoints'
import { razorpayPayments, sandboxPayments } from './payments'

const contract = {
  getOpenApiDocument: {
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'Contract',
    summary: 'This document',
    auth: false,
    cached: true,
    status: 200,
    response: z.looseObject({ openapi: z.string() }),
  },
} as const satisfies Record<string, Endpoint>

export const OPERATIONS = { ...clientEndpoints, ...sandboxPayments, ...razorpayPayments, ...contract }
export type OperationId = keyof typeof OPERATIONS
