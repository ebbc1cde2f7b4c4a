/** The error for a full list. It is thrown after the insert, and the transaction then rolls the insert back. */
import { DomainError } from '../shared/errors'

const MESSAGES = {
  addresses: 'Please remove an address first',
  wishlist: 'Please remove a product from the wishlist first',
  cart: 'Please remove a product from the cart first',
  notices: 'You already wait for emails about 20 products. Please stop one on your profile first',
}

export const limitReached = (list: keyof typeof MESSAGES): DomainError =>
  new DomainError('LIMIT_REACHED', { message: MESSAGES[list] })
