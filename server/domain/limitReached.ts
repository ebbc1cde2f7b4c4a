/** What a shopper hears whose list is full. Thrown after the addition, which its transaction then takes back. */
import { DomainError } from '../shared/errors'

const MESSAGES = {
  addresses: 'Please remove an address first',
  wishlist: 'Please remove a product from the wishlist first',
  cart: 'Please remove a product from the cart first',
}

export const limitReached = (list: keyof typeof MESSAGES): DomainError =>
  new DomainError('LIMIT_REACHED', { message: MESSAGES[list] })
