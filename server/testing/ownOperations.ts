/** Reads the operations of the shop's client. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DocumentNode, Kind, type OperationDefinitionNode, parse, print, visit } from 'graphql'

export interface OwnOperation {
  name: string
  operation: OperationDefinitionNode
  text: string
}

/** Each operation includes the fragments that it needs, as the client sends it. */
export function readOwnOperations(): OwnOperation[] {
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.graphql'))
  const definitions = files.flatMap((file) => parse(readFileSync(join('client', file), 'utf8')).definitions)
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  )
  const needed = (definition: (typeof definitions)[number], found = new Set<typeof definition>()) => {
    found.add(definition)
    visit(definition, {
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value)!
        if (!found.has(fragment)) needed(fragment, found)
      },
    })
    return found
  }
  const withoutMasks = (document: DocumentNode) =>
    visit(document, { Directive: ({ name }) => (name.value === 'unmask' ? null : undefined) })
  return definitions.flatMap((operation) =>
    operation.kind === Kind.OPERATION_DEFINITION
      ? [
          {
            name: operation.name!.value,
            operation,
            text: print(withoutMasks({ kind: Kind.DOCUMENT, definitions: [...needed(operation)] })),
          },
        ]
      : [],
  )
}
