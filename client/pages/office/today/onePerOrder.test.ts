import { expect, it } from 'vitest'
import { onePerOrder } from './onePerOrder'

it('keeps only the first line of each order', () => {
  const lines = [
    { number: 'CER-000008', text: 'A refund of Rs. 1,560 failed.' },
    { number: 'CER-000009', text: 'A refund of Rs. 299 is due.' },
    { number: 'CER-000008', text: 'A refund of Rs. 1,560 is due.' },
  ]
  expect(onePerOrder(lines)).toEqual(lines.slice(0, 2))
})
