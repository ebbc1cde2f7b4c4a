/** How operations reach the server. Queries are named by their hash and sent by GET, so that a browser or a CDN may cache what anyone may see. */
import { ApolloLink, HttpLink } from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { sha256 } from './sha256'

export const network = ApolloLink.from([
  new PersistedQueryLink({ sha256, useGETForHashedQueries: true }),
  new HttpLink({ uri: '/graphql' }),
])
