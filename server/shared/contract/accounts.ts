/** /api/auth */
import { GUEST_ACCOUNT } from '../shop'
import { loginInput, signupInput } from '../validation'
import type { ClientEndpoint } from './endpoint'
import { responses } from './schemas'

const { email, password } = GUEST_ACCOUNT

const common = { tag: 'Accounts', auth: false, method: 'POST' } as const

export const accounts = {
  signup: {
    ...common,
    path: '/api/auth/signup',
    summary: 'Open an account',
    body: signupInput,
    status: 201,
    response: responses.signup,
    refusals: ['EMAIL_TAKEN', 'TOO_MANY_ATTEMPTS'],
    sample: {
      body: { email: 'new@shopper.example', password: 'a long password', firstName: 'Meera', lastName: 'Iyer' },
    },
    graphql:
      'mutation { signup(input: { email: "new@shopper.example", password: "a long password", firstName: "Meera", lastName: "Iyer" }) { token user { id } userErrors { code message } } }',
  },
  login: {
    ...common,
    path: '/api/auth/login',
    summary: 'Sign in',
    body: loginInput,
    status: 200,
    response: responses.login,
    refusals: ['WRONG_PASSWORD', 'EMAIL_UNKNOWN', 'TOO_MANY_ATTEMPTS'],
    sample: { body: GUEST_ACCOUNT },
    graphql: `mutation { login(input: { email: "${email}", password: "${password}" }) { token user { id } userErrors { code message } } }`,
  },
} as const satisfies Record<string, ClientEndpoint>
