/**
 * The address book actions. The page shows a change only after the server has made it. Success and failure are both
 * announced.
 */
import type { ApolloCache } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { addressInput, type AddressInput } from '../../../server/shared/validation'
import {
  AddAddressDocument,
  RemoveAddressDocument,
  ShopperAddresses_UserFragmentDoc,
  UpdateAddressDocument,
  type AddressState_AddressFragment,
} from './addresses.generated'
import { newIdempotencyKey } from '../idempotency'
import { rawId, shopperId } from './shopperCache'
import { controls } from '../cart/unsaved'
import { useAction } from '../useAction'

function writeAddresses(cache: ApolloCache, addresses: Unmasked<AddressState_AddressFragment>[] | null): void {
  const id = shopperId(cache)
  if (!id || !addresses) return
  cache.writeFragment({
    id,
    fragment: ShopperAddresses_UserFragmentDoc,
    fragmentName: 'ShopperAddresses_user',
    data: { __typename: 'User', id: rawId(id), addresses },
  })
}

export const useAddAddress = () =>
  useAction(AddAddressDocument, (_cache, input: AddressInput) => ({
    control: controls.address('new'),
    variables: { input, idempotencyKey: newIdempotencyKey() },
    update: (cache, { addAddress }) => writeAddresses(cache, addAddress.addresses),
    done: ['Address added!'],
    failed: 'Could not add the address',
    failedNotice: 'Sorry! Could not add Address',
  }))

export const useUpdateAddress = () =>
  useAction(UpdateAddressDocument, (_cache, id: string, input: AddressInput) => ({
    control: controls.address(id),
    variables: { id, input },
    update: (cache, { updateAddress }) => writeAddresses(cache, updateAddress.addresses),
    done: ['Address updated!'],
    failed: 'Could not update the address',
    failedNotice: 'Sorry! Could not update address',
  }))

export function useRemoveAddress() {
  const [addAddress] = useAddAddress()
  return useAction(RemoveAddressDocument, (_cache, { id, ...address }: AddressInput & { id: string }) => ({
    control: controls.address(id),
    variables: { id },
    undo: () => void addAddress(addressInput.parse(address)),
    update: (cache, { removeAddress }) => writeAddresses(cache, removeAddress.addresses),
    done: ['Address removed'],
    failed: 'Could not remove the address',
    // The contract's list of messages has this spelling.
    failedNotice: 'Sorry! COuld not remove address',
  }))
}
