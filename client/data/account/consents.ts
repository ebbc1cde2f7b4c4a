/** The shopper's consents. */
import type { Unmasked } from '@apollo/client/masking'
import { CONSENTS, type ConsentPurpose } from '../../../server/shared/consents'
import { controls } from '../unsaved'
import { useAction } from '../useAction'
import { GiveConsentDocument, WithdrawConsentDocument, type Consents_UserFragment } from './consents.generated'

/** True if the shopper consented to the current text. */
export const hasConsent = ({ consents }: Unmasked<Consents_UserFragment>, purpose: ConsentPurpose): boolean =>
  consents.some(
    (each) => each.purpose === purpose && each.withdrawnAt === null && each.version === CONSENTS[purpose].version,
  )

const FAILED = { failed: 'Could not change the consent', failedNotice: 'Sorry! Could not save your choice' }

const useGiveConsent = () =>
  useAction(GiveConsentDocument, (_cache, purpose: ConsentPurpose) => ({
    ...FAILED,
    control: controls.consent(purpose),
    variables: { purpose, version: CONSENTS[purpose].version },
    update: () => undefined,
    done: ['Your choice is saved'],
  }))

const useWithdrawConsent = () =>
  useAction(WithdrawConsentDocument, (_cache, purpose: ConsentPurpose) => ({
    ...FAILED,
    control: controls.consent(purpose),
    variables: { purpose },
    update: () => undefined,
    done: ['Your choice is saved'],
  }))

/** Returns a function that grants or withdraws consent. */
export function useSetConsent() {
  const [give, giving] = useGiveConsent()
  const [withdraw, withdrawing] = useWithdrawConsent()
  const set = (purpose: ConsentPurpose, given: boolean) => void (given ? give(purpose) : withdraw(purpose))
  return [set, { loading: giving.loading || withdrawing.loading }] as const
}
