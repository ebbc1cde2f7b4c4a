/** Logging in, signing up and logging out. */
import type { LoginInput, SignupInput } from '../../server/shared/validation'
import { apollo } from './apollo'
import { logSilently, notify } from './notifications'
import { endSession, startSession } from './session'
import { LoginDocument, SignupDocument } from './session.generated'

/** A fault to show beside its field, or beside the form where it names none. */
export interface FormFault {
  field: string | null
  message: string
}

/** Null where the shopper is logged in now; otherwise what was wrong. */
export async function logIn(input: LoginInput): Promise<FormFault | null> {
  try {
    const { data } = await apollo.mutate({ mutation: LoginDocument, variables: { input } })
    const { token, user, userErrors } = data!.login
    if (token && user) {
      startSession(token, user, { signup: false })
      notify.success('Welcome back!')
      return null
    }
    notify.error('Error in login.')
    return toFault(userErrors[0])
  } catch (cause) {
    logSilently('Could not log in', cause)
    notify.error('Error in login.')
    return { field: null, message: 'The shop could not be reached. Please try again.' }
  }
}

/** Null where the new shopper is logged in now; otherwise what was wrong. */
export async function signUp(input: SignupInput): Promise<FormFault | null> {
  try {
    const { data } = await apollo.mutate({ mutation: SignupDocument, variables: { input } })
    const { token, user, userErrors } = data!.signup
    if (token && user) {
      startSession(token, user, { signup: true })
      notify.success(`Welcome ${user.firstName}!`)
      return null
    }
    notify.error('Error in signup.')
    return toFault(userErrors[0])
  } catch (cause) {
    logSilently('Could not sign up', cause)
    notify.error('Error in signup.')
    return { field: null, message: 'The shop could not be reached. Please try again.' }
  }
}

/** Wishlist and cart leave this device with the session; they stay on the server. */
export const logOut = (): void => endSession('shopper')

function toFault(error: { message: string; field: string[] | null } | undefined): FormFault {
  return { field: error?.field?.at(-1) ?? null, message: error?.message ?? 'Please try again.' }
}
