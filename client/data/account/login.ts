/** Login, sign-up and logout. */
import type { TypedDocumentNode } from '@apollo/client'
import { useAddIntended } from '../cart/intents'
import { notify } from '../notifications'
import type { FormError } from '../sendMutation'
import { browserKey } from '../session/browserKey'
import { keepCodeRequest } from './codeRequest'
import { keepTakeover } from '../session/takeover'
import { useAction } from '../useAction'
import { endSession, startSession, type SessionUser } from '../session/session'
import {
  LoginDocument,
  ResetPasswordDocument,
  SignInWithCodeDocument,
  SignupDocument,
  type Session_PayloadFragment,
} from '../session/session.generated'

interface LeftByStranger {
  orderNumbers: string[]
  addressCount: number
}

type Payload = Session_PayloadFragment & {
  codeRequestId?: string | null
  leftByStranger?: LeftByStranger | null
}

/** The returned function resolves to null after a login, or otherwise to the error. */
function useStartSession<Data extends Record<string, Payload>, Input>(
  document: TypedDocumentNode<Data, { input: Input }>,
  { signup, welcome, failed }: { signup: boolean; welcome: (user: SessionUser) => string; failed: string },
): [start: (input: Input) => Promise<FormError | null>, result: { loading: boolean }] {
  const [run, result] = useAction(document, (_cache, input: Input) => ({ variables: { input }, failed }))
  const addIntended = useAddIntended()
  const start = async (input: Input): Promise<FormError | null> => {
    const sent = signup ? input : { ...input, browserKey: browserKey() }
    const { data, errors } = await run(sent)
    const { token, user, codeRequestId, leftByStranger } = (data && Object.values(data as Data)[0]) ?? {}
    if (token && user) {
      startSession(token, user, { signup })
      // An earlier try may have failed.
      notify.closeErrors()
      notify.success(welcome(user))
      if (codeRequestId) keepCodeRequest('confirm', user.email, codeRequestId, { isWelcome: true })
      if (leftByStranger) {
        keepTakeover({ userId: user.id, ...leftByStranger })
        // Short, because the page that opens has its heading there. The profile page shows the rest.
        notify.error('Please check your account on the profile page.')
      }
      void addIntended()
      return null
    }
    // The form shows the error of a wrong code below its field.
    if (errors[0]?.field !== 'code') notify.error(failed)
    return errors[0] ?? { field: null, message: 'Please try again.' }
  }
  return [start, result]
}

export const useLogin = () =>
  useStartSession(LoginDocument, {
    signup: false,
    welcome: () => 'Welcome back!',
    failed: 'Error in login',
  })

export const useSignup = () =>
  useStartSession(SignupDocument, {
    signup: true,
    welcome: ({ firstName }) => `Welcome ${firstName}!`,
    failed: 'Error in signup',
  })

/** Creates an account if the email address has none. */
export const useSignInWithCode = () =>
  useStartSession(SignInWithCodeDocument, {
    signup: false,
    welcome: ({ firstName }) => (firstName ? `Welcome back, ${firstName}!` : 'Welcome!'),
    failed: 'Error in login',
  })

export const useResetPassword = () =>
  useStartSession(ResetPasswordDocument, {
    signup: false,
    welcome: () => 'Password changed',
    failed: 'Could not change the password.',
  })

/** Removes the session, the cart and the wishlist from this device. The server keeps both. */
export const logOut = (): void => endSession('shopper')
