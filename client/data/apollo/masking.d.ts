/** Marks the generated types as masked: a component can read only the fields that its fragment selects. */
import type { GraphQLCodegenDataMasking } from '@apollo/client/masking'

declare module '@apollo/client' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- Apollo reads its options from this interface.
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}
