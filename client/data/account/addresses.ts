/**
 * The address book actions. The page shows a change only after the server has made it. Success and failure are both
 * announced.
 */
import type { ApolloCache } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { savedAddressInput, type SavedAddressInput } from '../../../server/shared/validation'
import {
  AddAddressDocument,
  ConfirmAddressDocument,
  RemoveAddressDocument,
  SetDefaultAddressDocument,
  ShopperAddresses_UserFragmentDoc,
  UpdateAddressDocument,
  type AddressState_AddressFragment,
} from './addresses.generated'
import { newIdempotencyKey } from '../idempotency'
import { rawId, shopperId } from '../cart/shopperCache'
import { controls } from '../unsaved'
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
  useAction(AddAddressDocument, (_cache, input: SavedAddressInput) => ({
    control: controls.address('new'),
    variables: { input, idempotencyKey: newIdempotencyKey() },
    update: (cache, { addAddress }) => writeAddresses(cache, addAddress.addresses),
    done: ['Address added!'],
    failed: 'Could not add the address',
    failedNotice: 'Sorry! Could not add Address',
  }))

export const useUpdateAddress = () =>
  useAction(UpdateAddressDocument, (_cache, id: string, input: SavedAddressInput) => ({
    control: controls.address(id),
    variables: { id, input },
    update: (cache, { updateAddress }) => writeAddresses(cache, updateAddress.addresses),
    done: ['Address updated!'],
    failed: 'Could not update the address',
    failedNotice: 'Sorry! Could not update address',
  }))

/** Confirms an address that was saved before the account's email was verified. */
export const useConfirmAddress = () =>
  useAction(ConfirmAddressDocument, (_cache, id: string) => ({
    control: controls.address(id),
    variables: { id },
    update: (cache, { confirmAddress }) => writeAddresses(cache, confirmAddress.addresses),
    done: ['Address confirmed'],
    failed: 'Could not confirm the address',
    failedNotice: 'Sorry! Could not update address',
  }))

export const useSetDefaultAddress = () =>
  useAction(SetDefaultAddressDocument, (_cache, id: string) => ({
    control: controls.address(id),
    variables: { id },
    update: (cache, { setDefaultAddress }) => writeAddresses(cache, setDefaultAddress.addresses),
    done: ['Default address changed'],
    failed: 'Could not change the default address',
    failedNotice: 'Sorry! Could not update address',
  }))

export function useRemoveAddress() {
  const [addAddress] = useAddAddress()
  return useAction(RemoveAddressDocument, (_cache, { id, ...address }: SavedAddressInput & { id: string }) => {
    // An address from REST may break the form's rules. The server would not add it again.
    const { data: restorable } = savedAddressInput.safeParse(address)
    return {
      control: controls.address(id),
      variables: { id },
      ...(restorable && { undo: () => void addAddress(restorable) }),
      update: (cache, { removeAddress }) => writeAddresses(cache, removeAddress.addresses),
      done: ['Address removed'],
      failed: 'Could not remove the address',
      // This spelling comes from the contract's list of messages.
      failedNotice: 'Sorry! COuld not remove address',
    }
  })
}
