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

const common = { tag: 'Addresses', auth: true, status: 200, response: responses.address } as const

export const addresses = {
  listAddresses: {
    ...common,
    method: 'GET',
    path: '/api/user/address',
    summary: 'Your addresses',
    graphql: { query: '{ me { addresses { id name street city zipCode } } }' },
  },
  addAddress: {
    ...common,
    method: 'POST',
    path: '/api/user/address',
    summary: 'Add an address',
    body: addressBody,
    idempotent: true,
    errors: ['LIMIT_REACHED'],
    status: 201,
    sample: { body: { address: SAMPLE_ADDRESS } },
    graphql: {
      query:
        'mutation ($input: AddressInput!) { addAddress(input: $input) { address { id } userErrors { code message } } }',
      variables: { input: SAMPLE_ADDRESS },
    },
  },
  updateAddress: {
    ...common,
    method: 'POST',
    path: '/api/user/address/:addressId',
    summary: 'Change an address',
    body: addressBody,
    idempotent: true,
    errors: ['ADDRESS_NOT_FOUND'],
    sample: { params: { addressId: NO_ADDRESS }, body: { address: SAMPLE_ADDRESS } },
    graphql: {
      query:
        'mutation ($addressId: ID!, $input: AddressInput!) { updateAddress(id: $addressId, input: $input) { address { id } userErrors { code message } } }',
      variables: { addressId: NO_ADDRESS, input: SAMPLE_ADDRESS },
    },
  },
  removeAddress: {
    ...common,
    method: 'DELETE',
    path: '/api/user/address/:addressId',
    summary: 'Remove an address',
    sample: { params: { addressId: NO_ADDRESS } },
    graphql: {
      query:
        'mutation ($addressId: ID!) { removeAddress(id: $addressId) { addresses { id } userErrors { code message } } }',
      variables: { addressId: NO_ADDRESS },
    },
  },
} as const satisfies Record<string, ClientEndpoint>
