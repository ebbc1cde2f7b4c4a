/** The money of an order: the payments that came in, and their refunds. */
import type { DbOrTx } from '../../database/db'
import type { ReceivedPayment, Refund } from '../../generated/prisma/client'

export interface Money {
  /** Oldest first, like the refunds. */
  payments: ReceivedPayment[]
  refunds: Refund[]
}

export async function readMoney(db: DbOrTx, orderId: string): Promise<Money> {
  const payments = await db.receivedPayment.findMany({ where: { orderId }, orderBy: { receivedAt: 'asc' } })
  return { payments, refunds: await db.refund.findMany({ where: { orderId }, orderBy: { id: 'asc' } }) }
}

export const sumOf = (amounts: { amount: number }[]): number => amounts.reduce((total, { amount }) => total + amount, 0)

/** The amount of a payment that can still be refunded, in paise. Failed refunds do not reduce this amount. */
export const restOf = ({ id, amount }: ReceivedPayment, { refunds }: Pick<Money, 'refunds'>): number =>
  amount - sumOf(refunds.filter(({ paymentId, state }) => paymentId === id && state !== 'FAILED'))

/** The amount of the payments for the order, without excess payments, that can still be refunded, in paise. */
export const restOfPayment = (money: Money): number =>
  sumOf(money.payments.filter(({ excess }) => excess === null).map((each) => ({ amount: restOf(each, money) })))
