/** /api/user/address */
import * as z from 'zod/mini'
import { addressInput } from '../validation'
import type { ClientEndpoint } from './endpoint'
import { responses } from './schemas'

const addressBody = z.object({ address: addressInput })

const NO_ADDRESS = '00000000-0000-7000-8000-000000000000'
const SAMPLE_ADDRESS = {
  name: 'Asha Rao',
  street: '12, 4th Cross, Indiranagar',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  zipCode: '560038',
  mobile: '9876543210',
}
const graphqlAddress = JSON.stringify(SAMPLE_ADDRESS).replace(/"(\w+)":/g, '$1: ')

const common = { tag: 'Addresses', auth: true, status: 200, response: responses.address } as const

export const addresses = {
  listAddresses: {
    ...common,
    method: 'GET',
    path: '/api/user/address',
    summary: 'Your addresses',
    graphql: '{ me { addresses { id name street city zipCode } } }',
  },
  addAddress: {
    ...common,
    method: 'POST',
    path: '/api/user/address',
    summary: 'Add an address',
    body: addressBody,
    idempotent: true,
    refusals: ['LIMIT_REACHED'],
    status: 201,
    sample: { body: { address: SAMPLE_ADDRESS } },
    graphql: `mutation { addAddress(input: ${graphqlAddress}) { address { id } userErrors { code message } } }`,
  },
  updateAddress: {
    ...common,
    method: 'POST',
    path: '/api/user/address/:addressId',
    summary: 'Change an address',
    body: addressBody,
    idempotent: true,
    refusals: ['ADDRESS_NOT_FOUND'],
    sample: { params: { addressId: NO_ADDRESS }, body: { address: SAMPLE_ADDRESS } },
    graphql: `mutation { updateAddress(id: "${NO_ADDRESS}", input: ${graphqlAddress}) { address { id } userErrors { code message } } }`,
  },
  removeAddress: {
    ...common,
    method: 'DELETE',
    path: '/api/user/address/:addressId',
    summary: 'Remove an address',
    sample: { params: { addressId: NO_ADDRESS } },
    graphql: `mutation { removeAddress(id: "${NO_ADDRESS}") { addresses { id } userErrors { code message } } }`,
  },
} as const satisfies Record<string, ClientEndpoint>
