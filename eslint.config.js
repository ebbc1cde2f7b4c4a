import js from '@eslint/js'
import graphql from '@graphql-eslint/eslint-plugin'
import { createNodeResolver, importX } from 'eslint-plugin-import-x'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

const TYPESCRIPT = ['**/*.ts', '**/*.tsx']
const TESTS = ['**/*.test.ts', '**/*.test.tsx', 'client/e2e/**', 'server/testing/**', 'tools/**']

/** The folders of the server from the lowest to the highest. A folder imports only folders before it. server/app.ts and its neighbours import all. */
const FOLDERS = [
  ...[
    'shared',
    'generated',
    'settings',
    'crypto',
    'database',
    'guards',
    'external',
    'media',
    'payments',
    'outbox',
    'domain',
    'http',
  ],
  ...['cache', 'ops', 'rest', 'graphql', 'web', 'process', 'commands', 'released', 'build'],
]
/** The folders of the domain likewise. `*.ts` are the files in the domain's own folder. */
const DOMAIN_FOLDERS = [
  '*.ts',
  'audit',
  'staff',
  'catalogue',
  'accounts',
  'notices',
  'buyer-photos',
  'cart',
  'orders',
  'questions',
  'mail',
  'reviews',
  'login',
  'own-account',
  'office',
  'maintenance',
]
/** The folders in two large folders likewise. */
const ORDERS_FOLDERS = ['*.ts', 'messages', 'state', 'ledger', 'payment', 'on-delivery', 'placement', 'after-sale']
const OFFICE_FOLDERS = ['products', 'orders', 'sales', 'access', '*.ts']
/** The client's files and folders likewise. start/ runs them on the server and in the browser. */
const CLIENT_FOLDERS = ['paths.ts', 'idle.ts', 'data', 'components', 'pages', 'routes.tsx', 'start']
const DATA_FOLDERS = [
  ...['storage.ts', 'saveFile.ts', 'notifications.ts', 'idempotency.ts', 'unsaved.ts', 'sendMutation.ts'],
  ...[
    'session',
    'apollo',
    'uploadFile.ts',
    'uploadBuyerPhoto.ts',
    'useAction.ts',
    'cart',
    'catalogue',
    'account',
    'orders',
    'reviews',
    'office',
  ],
]

const floors = (parent, folders) =>
  folders.flatMap((folder, i) =>
    folders.slice(i + 1).map((higher) => ({
      target: `${parent}/${folder}`,
      from: `${parent}/${higher}`,
      message: `${folder} is below ${higher} (see the lists of folders in eslint.config.js): move the code down, or let the higher folder call it.`,
    })),
  )

/** Restricts the imports of some folders. The message explains the alternative. The last rule that matches a file applies. */
const fence = (folders, ...patterns) => ({
  files: folders.map((folder) => `${folder}/*.{ts,tsx}`),
  ignores: TESTS,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { patterns: patterns.map(([regex, message]) => ({ regex, message })) },
    ],
  },
})

const NO_PRISMA = [
  'generated/prisma',
  'Call a function of server/domain: only the domain and the payment providers use the database.',
]
const NO_TOOLS = ['/tools/', 'The tools import the shop. The shop must not import the tools.']
const NO_CLIENT = ['/client/', 'The server must not import the client.']
const NO_TRANSPORT = [
  '/(rest|graphql|web|cache)(/|$)|^(fastify|@fastify/|@apollo/)',
  'This layer must not import a transport: return data, and let the transport make the response.',
]
const ZOD_MINI = [
  '^zod$',
  'Import zod/mini: zod tries to compile code, which the security policy of the pages forbids.',
]
/** Code that depends on the time zone of the machine or of the visitor. Days are those of India. */
const NO_LOCAL_TIME = [
  {
    selector:
      'CallExpression[callee.property.name=/^([gs]et(Date|Day|FullYear|Hours|Milliseconds|Minutes|Month|Seconds|Year)|getTimezoneOffset|to(Date|Time)String)$/][callee.object.name!="headers"]',
    message: 'This depends on the time zone of the machine: use dayInIndia, beginningOf or a UTC method.',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^toLocale(Date|Time)String$/], NewExpression[callee.name="Date"][arguments.length>1], CallExpression[callee.property.name="toLocaleString"]:matches([callee.object.callee.name="Date"], [callee.object.name=/^(at|date|day|moment|instant|now|time)$|(At|Date|Day|Time)$/])',
    message: 'This depends on the time zone of the machine: use client/components/days.ts, or Date.UTC.',
  },
  {
    selector:
      'NewExpression[callee.property.name="DateTimeFormat"]:not(:has(Property[key.name="timeZone"])), CallExpression[callee.property.name="DateTimeFormat"]',
    message: 'Name the `timeZone`, usually Asia/Kolkata.',
  },
  {
    // `new Date(`${day}T00:00:00`)` has no offset. Text from outside goes through readInstant.
    selector:
      ':matches(NewExpression[callee.name="Date"], CallExpression[callee.object.name="Date"][callee.property.name="parse"]) > TemplateLiteral > TemplateElement[tail=true]:not([value.raw=/(Z|[+-]\\d\\d:\\d\\d)$/])',
    message: 'End the text with an offset, or with Z.',
  },
]

const NO_NORMALIZE = {
  selector: 'CallExpression[callee.property.name="normalize"][arguments.0.value=/^NF/]',
  message:
    "Use `normalized` of server/shared/text.ts: normalize() takes time with the square of the number of a letter's marks.",
}

/** Prisma works only on connections in UTC. */
const NO_OTHER_CONNECTIONS = {
  selector: 'NewExpression[callee.object.name="pg"][callee.property.name=/^(Client|Pool)$/]',
  message: 'Use Client or Pool of server/database/connections.ts: they ask for UTC.',
}

/** What an order counts and owes follows from what happened to it. */
const NO_COUNTS = [
  {
    selector:
      'CallExpression[callee.object.property.name="orderLine"][callee.property.name=/^(update|upsert)/]:not(:has(Property[key.name="estimatedDelivery"]))',
    message: 'Change the order in withOrder, which counts the pieces of its lines again. countPieces adds to a count.',
  },
  {
    selector:
      'CallExpression[callee.object.property.name="order"][callee.property.name=/^(update|upsert)/] Property[key.name="data"] Property[key.name=/^(owedPaise|lines)$/], TemplateElement[value.raw=/UPDATE order_line|owed_paise = /]',
    message: 'Change the order in withOrder, which stores what the shop owes.',
  },
  {
    selector: 'TSAsExpression TSTypeReference[typeName.name="LockedOrder"]',
    message: 'Get the order from withOrder, which locks it.',
  },
]

const SHARED_ALONE = ['server/(?!shared/)', 'The client may import only server/shared from the server.']

export default defineConfig(
  {
    ignores: ['dist', 'data', 'coverage', 'screenshots', '**/generated', '**/*.generated.ts'],
  },
  js.configs.recommended,
  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.recommendedTypeChecked],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js'] })],
    },
    languageOptions: {
      parserOptions: {
        project: ['server/tsconfig.json', 'client/tsconfig.json', 'client/tsconfig.node.json', 'tools/tsconfig.json'],
      },
    },
    rules: {
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      // React Router loaders throw the result of `data()`, which contains the status.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', name: 'DataWithResponseInit', package: 'react-router' }] },
      ],
      // Code compares GraphQL's enum of operation kinds with plain strings.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Hooks of Fastify and Apollo must return a promise, even if they await nothing.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // Tests read deeply nested responses without declaring a type for each.
    files: TESTS,
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['server/**/*.ts'],
    ignores: ['server/settings.ts', '**/vite.config.ts', ...TESTS],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Read the variable in server/settings.ts, which validates it, and pass the setting as an argument.',
        },
      ],
    },
  },
  {
    files: ['server/**/*.ts', 'prisma/**/*.ts'],
    ignores: TESTS,
    rules: {
      'no-restricted-syntax': ['error', ...NO_LOCAL_TIME, NO_NORMALIZE, NO_OTHER_CONNECTIONS, ...NO_COUNTS],
    },
  },
  {
    files: ['server/domain/orders/state/withOrder.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NO_LOCAL_TIME, NO_NORMALIZE, NO_OTHER_CONNECTIONS] },
  },
  { files: ['server/shared/text.ts'], rules: { 'no-restricted-syntax': ['error', ...NO_LOCAL_TIME] } },
  {
    // The clients of the shop itself, and a connection that reads the time zone of the database.
    files: ['server/database/connections.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NO_LOCAL_TIME] },
  },
  { files: ['client/data/storage.ts'], rules: { 'no-restricted-syntax': ['error', ...NO_LOCAL_TIME] } },
  { files: ['client/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat['recommended-latest']] },
  {
    files: ['client/**/*.{ts,tsx}'],
    ignores: ['client/data/storage.ts', ...TESTS],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...NO_LOCAL_TIME,
        {
          selector:
            'ImportDeclaration[source.value="@apollo/client/react"] > ImportSpecifier[imported.name=/^use((Suspense)?Fragment|(Read)?Query)$/]',
          message: 'Use the hook of client/data/reading.ts, which reads without a cache on the server.',
        },
        NO_NORMALIZE,
        {
          selector: 'Identifier[name=/^(local|session)Storage$/]',
          message:
            'Use readStored and writeStored of client/data/storage.ts: storage may be blocked, and then it throws.',
        },
        {
          selector:
            ':matches(JSXElement[openingElement.name.name!="Value"], JSXFragment) > JSXExpressionContainer > CallExpression[callee.name=/^format(Rupees|Paise|Date|Day|Time|Moment)$/]',
          message: 'Wrap it in <Value> of client/components/Value.tsx: a browser must not translate what may change.',
        },
        {
          selector: 'JSXOpeningElement[name.name=/[bB]utton$/] > JSXAttribute[name.name="disabled"]',
          message: 'Use `unavailable` of client/components/Button.tsx: a disabled button loses the keyboard focus.',
        },
        {
          selector: 'CallExpression[callee.name="onSubmit"] UnaryExpression[operator="void"]',
          message: 'Return the promise: until it settles, onSubmit ignores further presses of Enter.',
        },
        {
          selector: 'JSXElement[openingElement.name.name="Dialog"] JSXElement[openingElement.name.name="form"]',
          message:
            'Use client/components/form/FormDialog.tsx: it sends the form once, shows its errors and moves the focus.',
        },
        {
          selector: 'CallExpression[callee.name="useMutation"]',
          message: 'Use useAction of client/data/useAction.ts, or in the office useOfficeChange.',
        },
        {
          selector: 'JSXAttribute[name.name="type"][value.value="number"]',
          message:
            'Use inputMode="numeric" and wholeNumber: the mouse wheel changes a number field, and it refuses 1,299.',
        },
      ],
    },
  },
  {
    files: ['client/public/**/*.js'],
    languageOptions: {
      globals: { window: 'readonly', document: 'readonly', fetch: 'readonly', setTimeout: 'readonly' },
    },
  },
  {
    files: ['client/**/*.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema.graphql', documents: 'client/**/*.graphql' } },
    },
    rules: {
      ...graphql.configs['flat/operations-recommended'].rules,
      // <Component>_<prop> for fragments, <Page>Query for queries, <Verb><Noun> for mutations.
      '@graphql-eslint/naming-convention': [
        'error',
        {
          VariableDefinition: 'camelCase',
          'OperationDefinition[operation=query]': { style: 'PascalCase', requiredSuffixes: ['Query'] },
          'OperationDefinition[operation=mutation]': { style: 'PascalCase', forbiddenSuffixes: ['Mutation'] },
          FragmentDefinition: { requiredPattern: /^[A-Z][A-Za-z]+_[a-z][A-Za-z]*$/ },
        },
      ],
      // The server limits the depth, and a test checks the client's operations.
      '@graphql-eslint/selection-set-depth': 'off',
      // Apollo Client defines `@unmask`, so the schema does not contain it.
      '@graphql-eslint/known-directives': 'off',
      // Some fragments are used only to read and write the cache.
      '@graphql-eslint/no-unused-fragments': 'off',
    },
  },
  {
    files: ['schema.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: 'schema.graphql' } } },
    rules: {
      '@graphql-eslint/require-deprecation-reason': 'error',
      '@graphql-eslint/unique-enum-value-names': 'error',
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          rootField: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
          DirectiveDefinition: true,
        },
      ],
      '@graphql-eslint/naming-convention': [
        'error',
        {
          types: 'PascalCase',
          FieldDefinition: 'camelCase',
          InputValueDefinition: 'camelCase',
          // Permissions have the same names everywhere: in the schema, in the database, in commands and in messages.
          EnumValueDefinition: { style: 'UPPER_CASE', ignorePattern: '^(read|write)_[a-z]+$' },
          DirectiveDefinition: 'camelCase',
        },
      ],
      '@graphql-eslint/no-unreachable-types': 'error',
    },
  },
  {
    files: ['server/**/*.ts', 'client/**/*.{ts,tsx}'],
    ignores: TESTS,
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          basePath: import.meta.dirname,
          zones: [
            ...floors('server', FOLDERS),
            ...floors('server/domain', DOMAIN_FOLDERS),
            ...floors('server/domain/orders', ORDERS_FOLDERS),
            ...floors('server/domain/office', OFFICE_FOLDERS),
            ...floors('client', CLIENT_FOLDERS),
            ...floors('client/data', DATA_FOLDERS),
          ],
        },
      ],
    },
  },
  fence(['server', 'server/web/**'], NO_CLIENT, NO_TOOLS),
  fence(['server/cache/**'], ['/(domain|rest|graphql|web)(/|$)', 'The cache must not import what it stores.']),
  fence(['server/database/**', 'server/payments/**', 'server/commands/**'], NO_CLIENT, NO_TRANSPORT),
  fence(['server/guards/**', 'server/media/**', 'server/outbox/**'], NO_CLIENT, NO_TRANSPORT),
  fence(['server/domain/**'], NO_CLIENT, NO_TRANSPORT),
  fence(
    ['server/rest/**', 'server/graphql/**'],
    [
      '/(?<!generated/)(rest|graphql|web|cache)(/|$)',
      'REST and GraphQL must not import each other: put what both need into server/domain.',
    ],
    NO_PRISMA,
  ),
  fence(
    ['server/shared'],
    ['^\\.\\./', 'Files in shared must not import other parts of the server or the client.'],
    ZOD_MINI,
  ),
  fence(
    ['server/shared/contract/**'],
    ['^\\.\\./\\.\\./', 'Files in shared must not import other parts of the server or the client.'],
    ZOD_MINI,
  ),
  fence(['prisma/**'], ['/(server|client)/', 'The server imports prisma/, so prisma/ must not import the server.']),
  fence(['client', 'client/data/**', 'client/components/**'], SHARED_ALONE, ZOD_MINI),
  fence(
    ['client/pages/**'],
    [
      '^\\.\\./(?!\\.\\./)[a-z-]+/',
      'Pages must not import each other: put what two of them need into components or data.',
    ],
    SHARED_ALONE,
    ZOD_MINI,
  ),
  fence(
    ['client/pages/office/**'],
    [
      '^\\.\\./(?!\\.\\./|kit/)[a-z-]+/',
      'Pages of the office must not import each other: put the parts that they share into office/kit.',
    ],
    SHARED_ALONE,
    ZOD_MINI,
  ),
)
