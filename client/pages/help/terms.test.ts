import { expect, it } from 'vitest'
import { SHOP } from '../../../server/shared/shop'
import { TERMS } from './terms'

const text = TERMS.parts.map((part) => part.text).join('\n')

it.each([
  `within ${SHOP.returnWindowDays} days of delivery`,
  `${SHOP.deliveryDays.minimum} to ${SHOP.deliveryDays.maximum} days`,
  SHOP.freeShippingCode,
  'include GST',
])('the terms say: %s', (fact) => expect(text).toContain(fact))

it('the terms name the grievance officer with the email address of the shop', () => {
  expect(TERMS.parts.find(({ byEmail }) => byEmail)?.heading).toBe('Grievance officer')
})
