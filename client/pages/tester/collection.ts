/** The presets as a Postman collection, version 2.1, which Bruno and Insomnia read too. It holds no token: that is a variable. */
import type { Preset } from './presets'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** `origin` is where the calls go; whoever has another shop changes the variable. */
export function collectionOf(groups: { group: string; presets: Preset[] }[], origin: string, name: string) {
  return {
    info: {
      name,
      description: 'Every REST call of the shop. Send Sign in first: it keeps the token for the others.',
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: origin, type: 'string' },
      { key: 'token', value: '', type: 'string' },
    ],
    item: groups.map(({ group, presets }) => ({ name: group, item: presets.map(itemOf) })),
  }
}

const KEEP_TOKEN = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: ["pm.collectionVariables.set('token', pm.response.json().encodedToken)"],
  },
}

function itemOf({ endpoint }: Preset) {
  const { method, path, summary, auth, idempotent, sample } = endpoint
  const variable = Object.entries(sample?.params ?? {}).map(([key, value]) => ({ key, value }))
  const header = [
    ...(sample?.body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
    ...(idempotent ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
  ]
  return {
    name: summary,
    ...(path.startsWith('/api/auth/') && { event: [KEEP_TOKEN] }),
    request: {
      method,
      header,
      url: {
        raw: `{{baseUrl}}${path}`,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        ...(variable.length > 0 && { variable }),
      },
      ...(!auth && { auth: { type: 'noauth' } }),
      ...(sample?.body !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(sample.body, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
    response: [],
  }
}
