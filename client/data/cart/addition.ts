/** The latest addition to the cart from a button, for the cart drawer. Null once the drawer is closed. */
import { makeVar } from '@apollo/client'

export const latestAddition = makeVar<{ productId: string } | null>(null)
