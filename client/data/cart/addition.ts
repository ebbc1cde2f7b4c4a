/** The latest product that a button added to the cart, for the cart drawer. Null once the drawer is closed. */
import { makeVar } from '@apollo/client'

export const latestAddition = makeVar<{ productId: string } | null>(null)
