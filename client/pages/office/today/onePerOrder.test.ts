import { expect, it } from 'vitest'
import { linesOfManyOnDelivery, onePerOrder } from './onePerOrder'

it('Today shows only the first line of each order that needs attention', () => {
  const lines = [
    { number: 'CER-000008', text: 'A refund of Rs. 1,560 failed.' },
    { number: 'CER-000009', text: 'A refund of Rs. 299 is due.' },
    { number: 'CER-000008', text: 'A refund of Rs. 1,560 is due.' },
  ]
  expect(onePerOrder(lines)).toEqual(lines.slice(0, 2))
})

it('Today names all sources with many open orders on delivery in one line of their newest order', () => {
  expect(
    linesOfManyOnDelivery([
      { source: 'NETWORK', orders: 12, newestNumber: 'CER-000009' },
      { source: 'MOBILE', orders: 11, newestNumber: 'CER-000009' },
      { source: 'ADDRESS', orders: 1, newestNumber: 'CER-000007' },
    ]),
  ).toEqual([
    {
      number: 'CER-000009',
      text: 'Open cash on delivery orders: 12 from this network, 11 to this mobile number.',
    },
    { number: 'CER-000007', text: 'Open cash on delivery orders: 1 to this address.' },
  ])
})
