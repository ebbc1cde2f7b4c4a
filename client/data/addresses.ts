/** Every change of the address book. */
import type { AddressInput } from '../../server/shared/validation'
import { AddAddressDocument, RemoveAddressDocument, UpdateAddressDocument } from './addresses.generated'
import { apollo } from './apollo'
import { logSilently, notify } from './notifications'
import { writeAddresses } from './shopperCache'

/** Runs a change and announces how it went; true where it was done. */
async function run(
  call: () => Promise<{ message: string }[] | undefined>,
  done: string,
  failed: string,
): Promise<boolean> {
  try {
    const fault = (await call())?.[0]
    if (fault) throw new Error(fault.message)
    notify.success(done)
    return true
  } catch (cause) {
    logSilently(failed, cause)
    notify.error(failed)
    return false
  }
}

export function addAddress(input: AddressInput): Promise<boolean> {
  const call = async () => {
    const { data } = await apollo.mutate({
      mutation: AddAddressDocument,
      variables: { input },
      update: (cache, { data }) => writeAddresses(cache, data?.addAddress.addresses ?? null),
    })
    return data?.addAddress.userErrors
  }
  return run(call, 'Address added!', 'Sorry! Could not add Address')
}

export function updateAddress(id: string, input: AddressInput): Promise<boolean> {
  const call = async () => {
    const { data } = await apollo.mutate({
      mutation: UpdateAddressDocument,
      variables: { id, input },
      update: (cache, { data }) => writeAddresses(cache, data?.updateAddress.addresses ?? null),
    })
    return data?.updateAddress.userErrors
  }
  return run(call, 'Address updated!', 'Sorry! Could not update address')
}

export function removeAddress(id: string): Promise<boolean> {
  const call = async () => {
    const { data } = await apollo.mutate({
      mutation: RemoveAddressDocument,
      variables: { id },
      update: (cache, { data }) => writeAddresses(cache, data?.removeAddress.addresses ?? null),
    })
    return data?.removeAddress.userErrors
  }
  // Spelt as the shop's catalogue of messages has it.
  return run(call, 'Address removed', 'Sorry! COuld not remove address')
}
