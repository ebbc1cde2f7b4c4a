/** /api/auth */
import { GUEST_ACCOUNT } from '../shop'
import { loginInput, signupInput } from '../validation'
import type { ClientEndpoint } from './endpoint'
import { responses } from './schemas'

const NEWCOMER = { email: 'new@shopper.example', password: 'a long password', firstName: 'Meera', lastName: 'Iyer' }

const common = { tag: 'Accounts', auth: false, method: 'POST' } as const

export const accounts = {
  signup: {
    ...common,
    path: '/api/auth/signup',
    summary: 'Open an account',
    body: signupInput,
    status: 201,
    response: responses.signup,
    errors: ['EMAIL_TAKEN', 'TOO_MANY_ATTEMPTS'],
    sample: { body: NEWCOMER },
    graphql: {
      query:
        'mutation ($input: SignupInput!) { signup(input: $input) { token user { id } userErrors { code message } } }',
      variables: { input: NEWCOMER },
    },
  },
  login: {
    ...common,
    path: '/api/auth/login',
    summary: 'Sign in',
    body: loginInput,
    status: 200,
    response: responses.login,
    errors: ['WRONG_PASSWORD', 'EMAIL_UNKNOWN', 'ACCOUNT_BLOCKED', 'TOO_MANY_ATTEMPTS'],
    sample: { body: GUEST_ACCOUNT },
    graphql: {
      query:
        'mutation ($input: LoginInput!) { login(input: $input) { token user { id } userErrors { code message } } }',
      variables: { input: GUEST_ACCOUNT },
    },
  },
} as const satisfies Record<string, ClientEndpoint>
