/** Requests for an email about a product: it is back in stock, or its price fell. */
import { useState } from 'react'
import type { Unmasked } from '@apollo/client/masking'
import { browserKey } from '../session/browserKey'
import { keepCodeRequest, useCodeRequest } from './codeRequest'
import type { FormError } from '../sendMutation'
import { controls } from '../unsaved'
import { useAction } from '../useAction'
import {
  NotifyWhenAvailableDocument,
  NotifyWhenPriceFallsDocument,
  StopNoticeDocument,
  type Notices_UserFragment,
  type NotifyWhenAvailableMutationVariables,
} from './notices.generated'

export type Notices = Unmasked<Notices_UserFragment>
type Notice = Notices['notices'][number]

/** The open notice about the product, if there is one. */
export const findNotice = (
  { notices }: Pick<Notices, 'notices'>,
  kind: Notice['kind'],
  productId: string,
): Notice | undefined => notices.find((each) => each.kind === kind && each.product.id === productId)

/**
 * Asks for an email when the product is back. `ask` emails a code first, unless the address is the shopper's confirmed one. Both functions
 * resolve to the error, or to null.
 */
export function useNotifyWhenAvailable(variantId: string) {
  const [send] = useAction(NotifyWhenAvailableDocument, (_cache, variables: NotifyWhenAvailableMutationVariables) => ({
    variables,
    failed: 'Could not ask for an email',
  }))
  const codes = useCodeRequest('news')
  /** The address to which the shop will write. */
  const [setFor, setSetFor] = useState<string | null>(null)
  const ask = async (email: string): Promise<FormError | null> => {
    const { data, errors } = await send({ variantId, email, browserKey: browserKey() })
    const { requestId, notice } = data?.notifyWhenAvailable ?? {}
    if (requestId) keepCodeRequest('news', email, requestId)
    if (notice) setSetFor(email)
    return errors[0] ?? null
  }
  const confirm = (email: string, code: string): Promise<FormError | null> =>
    codes.enter(email, async (id) => {
      const { errors } = await send({ variantId, email, code, ...id })
      if (errors.length === 0) setSetFor(email)
      return errors[0] ?? null
    })
  return { ask, confirm, setFor, sentTo: codes.sentTo, forget: codes.forget }
}

const FAILED = { failed: 'Could not change the emails', failedNotice: 'Sorry! Could not save your choice' }

const useNotifyWhenPriceFalls = () =>
  useAction(NotifyWhenPriceFallsDocument, (_cache, variantId: string) => ({
    ...FAILED,
    control: controls.priceNotice(variantId),
    variables: { variantId },
    done: ['We will email you once, when the price drops'],
  }))

export const useStopNotice = () =>
  useAction(StopNoticeDocument, (_cache, { id, kind, product }: Notice) => ({
    ...FAILED,
    control: kind === 'PRICE' ? controls.priceNotice(product.id) : controls.notice(id),
    variables: { id },
    done: ['We will not email you about it'],
  }))

/** Returns a function that asks for an email about the product's price, or ends the open notice. */
export function useSetPriceNotice(productId: string, notice: Notice | undefined) {
  const [notify, asking] = useNotifyWhenPriceFalls()
  const [stop, stopping] = useStopNotice()
  const set = (on: boolean) => void (on ? notify(productId) : notice && stop(notice))
  return [set, { loading: asking.loading || stopping.loading }] as const
}
