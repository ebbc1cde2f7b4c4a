import { expect, it } from 'vitest'
import { namedAmount } from './namedAmount'

it.each([
  [27_000, 'INR', 'Rs. 270'],
  [27_000, 'USD', '270.00 USD'],
  [27_005, 'EUR', '270.05 EUR'],
  [27_000, 'JPY', '27000 JPY'],
  [27_000, 'KRW', '27000 KRW'],
  [27_000, 'VND', '27000 VND'],
  [27_000, 'KWD', '27.000 KWD'],
  [27_001, 'BHD', '27.001 BHD'],
  [5, 'OMR', '0.005 OMR'],
])('an amount of %i in the currency %s is named %s', (amount, currency, name) => {
  expect(namedAmount(amount, currency)).toBe(name)
})

it.each(['', 'RUPEES', 'U$', '<b>', '\0', 'x'.repeat(10_000)])('an invalid currency gets no unit: %j', (currency) => {
  expect(namedAmount(27_000, currency)).toBe('an amount of 27000 in an unknown currency')
})
