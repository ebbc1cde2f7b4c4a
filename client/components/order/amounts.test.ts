import { expect, it } from 'vitest'
import type { OrderStatus } from '../../generated/types'
import { cashOf, cashText } from './amounts'

it.each<[OrderStatus, boolean, ReturnType<typeof cashOf>]>([
  ['CONFIRMED', false, 'due'],
  ['SHIPPED', false, 'due'],
  ['DELIVERED', true, 'paid'],
  ['RETURN_REQUESTED', true, 'paid'],
  ['RETURNED', true, 'paid'],
  ['REFUND_DUE', true, 'paid'],
  ['REFUNDED', true, 'paid'],
  // The parcel was never accepted.
  ['RETURNED', false, 'never'],
  ['CANCELLED', false, 'never'],
])('the cash of an order that is %s, delivered: %s, is %s', (status, isDelivered, cash) => {
  expect(cashOf({ status, isDelivered, payOnDelivery: true })).toBe(cash)
  expect(cashOf({ status, isDelivered, payOnDelivery: false })).toBeNull()
  expect(cashText({ status, isDelivered, payOnDelivery: false })).toBe('')
})
