import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Imports point one way. Each fence says what to do instead. */
const fence = (files, ...patterns) => ({
  files,
  ignores: ['**/*.test.ts', '**/*.test.tsx'],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { patterns: patterns.map(([regex, message]) => ({ regex, message })) },
    ],
  },
})

const noPrisma = [
  'generated/prisma',
  'Ask a function of server/domain: only the domain and the payment providers know the database.',
]

export default defineConfig(
  {
    ignores: [
      'dist',
      'data',
      'scratch',
      'bench-results',
      '**/generated',
      '**/*.generated.ts',
      'coverage',
      'screenshots',
    ],
  },
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['server/**/*.ts'],
    ignores: ['server/settings.ts', 'server/testing/**', 'server/bench/**', '**/*.test.ts', '**/vite.config.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Read it in server/settings.ts, where it is checked and documented, and pass it on.',
        },
      ],
    },
  },
  { files: ['client/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat['recommended-latest']] },
  {
    files: ['client/public/**/*.js'],
    languageOptions: {
      globals: { window: 'readonly', document: 'readonly', fetch: 'readonly', setTimeout: 'readonly' },
    },
  },
  fence(['server/shared/*'], ['^\\.\\./', 'shared holds pure rules: it imports nothing of server or client.']),
  fence(
    ['server/shared/contract/**'],
    ['^\\.\\./\\.\\./', 'shared holds pure rules: it imports nothing of server or client.'],
  ),
  fence(
    ['server/domain/**'],
    ['/(rest|graphql)(/|$)', 'The domain knows no transport: return data, and let the transport shape it.'],
    ['^(fastify|@fastify/|@apollo/)', 'The domain knows no transport: return data, and let the transport shape it.'],
  ),
  fence(['server/rest/**'], ['/graphql(/|$)', 'REST and GraphQL share the domain, not each other.'], noPrisma),
  fence(['server/graphql/**'], ['/rest(/|$)', 'REST and GraphQL share the domain, not each other.'], noPrisma),
  fence(['server/*.ts', 'server/payments/**', 'prisma/**'], ['/client/', 'The server knows nothing of the client.']),
  fence(
    ['client/data/**'],
    ['/(components|pages)/', 'data is the lowest layer of the client: let the component call it.'],
    ['server/(?!shared/)', 'Of the server, the client sees server/shared alone.'],
  ),
  fence(
    ['client/components/**'],
    ['/pages/', 'A component that a page owns lives with that page; one that two pages use imports no page.'],
    ['server/(?!shared/)', 'Of the server, the client sees server/shared alone.'],
  ),
  fence(
    ['client/pages/**'],
    [
      '^\\.\\./(?!\\.\\./)[a-z-]+/',
      'Pages do not import each other: what two of them need belongs in components or data.',
    ],
    ['server/(?!shared/)', 'Of the server, the client sees server/shared alone.'],
  ),
)
