/** Logging in, signing up and logging out. */
import type { TypedDocumentNode } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { useAddIntended } from '../cart/intents'
import { notify } from '../notifications'
import { endSession, startSession, type SessionUser } from './session'
import { LoginDocument, SignupDocument, type Session_PayloadFragment } from './session.generated'

/** What to show beside a field, or beside the form where no field is named. */
export interface FormFault {
  field: string | null
  message: string
}

/** The function in the result resolves to null once the shopper is logged in, else to what was wrong. */
function useStartSession<Data extends Record<string, Session_PayloadFragment>, Input>(
  document: TypedDocumentNode<Data, { input: Input }>,
  { signup, welcome, failed }: { signup: boolean; welcome: (user: SessionUser) => string; failed: string },
): [start: (input: Input) => Promise<FormFault | null>, result: { loading: boolean }] {
  const [mutate, { loading }] = useMutation(document)
  const addIntended = useAddIntended()
  const start = async (input: Input): Promise<FormFault | null> => {
    try {
      const { data } = await mutate({ variables: { input } })
      const { token, user, userErrors } = Object.values(data!)[0]!
      if (token && user) {
        startSession(token, user, { signup })
        notify.success(welcome(user))
        void addIntended()
        return null
      }
      notify.error(failed)
      return { field: userErrors[0]?.field?.at(-1) ?? null, message: userErrors[0]?.message ?? 'Please try again.' }
    } catch (cause) {
      console.error(failed, cause)
      notify.error(failed)
      return { field: null, message: 'The shop could not be reached. Please try again.' }
    }
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

/** Wishlist and cart leave this device with the session; they stay on the server. */
export const logOut = (): void => endSession('shopper')
