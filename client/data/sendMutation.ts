/** Sends a mutation to the shop, and reads its errors. Components use `useAction`, or `useOfficeChange` in the office. */
import type { ApolloClient } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'

export interface MutationError {
  /** A UserErrorCode, or null if the shop could not be reached. In that case, the same change can be sent again. */
  code: string | null
  /** The name of the invalid input field, or null for an error that applies to the whole form. */
  field: string | null
  message: string
  /** True if the error no longer occurs once the account's email is confirmed. Only checkouts ask for this. */
  confirmEmail?: boolean
  /** The product that has too few pieces, and how many the shopper may order with this payment method. Only checkouts ask for this. */
  shortage?: Shortage
  /** The order that has the tracking number. Only shipments have this. */
  orderNumber?: string
}

export interface Shortage {
  productId: string
  possible: number
}

/** A form error, found by the client or by the server. Only the server's have a code. */
export type FormError = Pick<MutationError, 'field' | 'message'> & Partial<MutationError>

interface UserError {
  code?: string
  message: string
  field?: string[] | null
  confirmEmail?: boolean
  productId?: string | null
  possibleQuantity?: number | null
  orderNumber?: string | null
}

/** A mutation's data: one field with its payload. If the payload has `userErrors`, the server changed nothing. */
export type MutationData = Record<string, { userErrors: UserError[] }>

export interface Sent<Data> {
  /** Null if no response arrived. */
  data: Unmasked<Data> | null
  /** Empty if the change was made. */
  errors: MutationError[]
  /** The shop did not respond, or responded with an error. It may still have made the change. */
  unreachable: boolean
}

/** The error for a change that got no response. */
export const UNREACHABLE: MutationError = {
  code: null,
  field: null,
  message: 'The shop could not be reached. Please try again.',
}

/** True if the record was changed after the page showed it. */
export const isStale = (errors: readonly FormError[]): boolean => errors.some(({ code }) => code === 'STALE_VERSION')

/** Never rejects. If no response arrives, it logs `failed` with the cause and calls `onError`. */
export async function sendMutation<Data extends MutationData>(
  mutate: () => Promise<ApolloClient.MutateResult<unknown>>,
  failed: string,
  onError?: (cause: unknown) => void,
): Promise<Sent<Data>> {
  try {
    const data = (await mutate()).data as Unmasked<Data>
    const [payload] = Object.values(data as MutationData)
    const errors = payload!.userErrors.map(
      ({ code, message, field, confirmEmail, productId, possibleQuantity: possible, orderNumber }) => ({
        code: code ?? null,
        field: field?.at(-1) ?? null,
        message,
        ...(confirmEmail && { confirmEmail }),
        ...(productId != null && possible != null && { shortage: { productId, possible } }),
        ...(orderNumber != null && { orderNumber }),
      }),
    )
    return { data, errors, unreachable: false }
  } catch (cause) {
    onError?.(cause)
    console.error(failed, cause)
    return { data: null, errors: [UNREACHABLE], unreachable: true }
  }
}
