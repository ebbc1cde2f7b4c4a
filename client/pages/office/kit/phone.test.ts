import { expect, it } from 'vitest'
import { phoneOf, whatsAppOf } from './phone'

it.each([
  ['98450 12345', false, '+919845012345', 'https://wa.me/919845012345'],
  ['098450-12345', false, '+919845012345', 'https://wa.me/919845012345'],
  ['+91 98450-12345', true, '+919845012345', 'https://wa.me/919845012345'],
  ['0091 98450 12345', false, '+919845012345', 'https://wa.me/919845012345'],
  ['+44 (20) 7946 0018', false, '+442079460018', 'https://wa.me/442079460018'],
  ['+1+555', false, '+1555', 'https://wa.me/1555'],
  ['7946 0018', false, '79460018', null],
  ['12345 67890', false, '1234567890', null],
  ['12345 67890', true, '+911234567890', 'https://wa.me/911234567890'],
  ['', true, '', null],
  ['?text=x&phone=+1', false, '+1', 'https://wa.me/1'],
])('the mobile number %j, in an Indian address: %s, gives the links %s and %s', (mobile, isIndian, phone, chat) => {
  expect(phoneOf(mobile, isIndian)).toBe(phone)
  expect(whatsAppOf(phoneOf(mobile, isIndian))).toBe(chat)
})

it('the link to WhatsApp has the text as a parameter', () =>
  expect(whatsAppOf('+919845012345', 'Order CER-1: ')).toBe('https://wa.me/919845012345?text=Order%20CER-1%3A%20'))
