/** Login, sign-up and logout. */
import type { TypedDocumentNode } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { useAddIntended } from '../cart/intents'
import { notify } from '../notifications'
import { sendMutation, useSendMutation, type FormFault } from '../sendMutation'
import { endSession, startSession, type SessionUser } from './session'
import {
  LoginDocument,
  RequestCodeDocument,
  ResetPasswordDocument,
  SignInWithCodeDocument,
  SignupDocument,
  type Session_PayloadFragment,
} from './session.generated'

/** The returned function resolves to null after a login, or otherwise to the error. */
function useStartSession<Data extends Record<string, Session_PayloadFragment>, Input>(
  document: TypedDocumentNode<Data, { input: Input }>,
  { signup, welcome, failed }: { signup: boolean; welcome: (user: SessionUser) => string; failed: string },
): [start: (input: Input) => Promise<FormFault | null>, result: { loading: boolean }] {
  const [mutate, { loading }] = useMutation(document)
  const addIntended = useAddIntended()
  const start = async (input: Input): Promise<FormFault | null> => {
    const { data, faults } = await sendMutation<Data>(() => mutate({ variables: { input } }), failed)
    const { token, user } = (data && Object.values(data as Data)[0]) ?? {}
    if (token && user) {
      startSession(token, user, { signup })
      // An earlier try may have failed.
      notify.closeErrors()
      notify.success(welcome(user))
      void addIntended()
      return null
    }
    notify.error(failed)
    return faults[0] ?? { field: null, message: 'Please try again.' }
  }
  return [start, { loading }]
}

export const useLogin = () =>
  useStartSession(LoginDocument, {
    signup: false,
    welcome: () => 'Welcome back!',
    failed: 'Error in login.',
  })

export const useSignup = () =>
  useStartSession(SignupDocument, {
    signup: true,
    welcome: ({ firstName }) => `Welcome ${firstName}!`,
    failed: 'Error in signup.',
  })

/** Creates an account if the email address has none. */
export const useSignInWithCode = () =>
  useStartSession(SignInWithCodeDocument, {
    signup: false,
    welcome: ({ firstName }) => (firstName ? `Welcome back, ${firstName}!` : 'Welcome!'),
    failed: 'Error in login.',
  })

export const useResetPassword = () =>
  useStartSession(ResetPasswordDocument, {
    signup: false,
    welcome: () => 'Password changed',
    failed: 'Could not change the password.',
  })

/** The returned function resolves to null if the shop emailed a code, or otherwise to the error. */
export function useRequestCode(): (email: string) => Promise<FormFault | null> {
  const send = useSendMutation(RequestCodeDocument, 'Could not request a code')
  return async (email) => (await send({ input: { email } })).faults[0] ?? null
}

/** Removes the session, the cart and the wishlist from this device. The server keeps both. */
export const logOut = (): void => endSession('shopper')
