/** The latest variant that a button added to the cart, for the cart drawer. Null once the drawer is closed. */
import { makeVar } from '@apollo/client'

export interface Addition {
  variantId: string
  /** The success message. The drawer shows it in place of a notification. */
  message: string
}

export const latestAddition = makeVar<Addition | null>(null)
