/** Tells Apollo that the generated types are masked already: a component sees its own fragment only. */
import type { GraphQLCodegenDataMasking } from '@apollo/client/masking'

declare module '@apollo/client' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- Apollo reads its options from this interface.
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}
