/** Tells an operation that asks for what one order itself holds, and nothing else: its answer changes with the order's version alone. */
import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'

/** The order's number, or the name of the variable that has it. */
export type PolledNumber = { number: string } | { variable: string }

/** Left out: what the clock, the settings or the catalogue have a part in. */
const FIELDS_BY_VERSION: Record<string, Set<string>> = {
  order: new Set([
    ...[
      '__typename',
      'id',
      'number',
      'version',
      'status',
      'items',
      'priceDetails',
      'coupon',
      'deliveryAddress',
      'paymentId',
    ],
    ...['expiresAt', 'payOnDelivery', 'placedAt', 'timeline', 'deliveredAt', 'shipment', 'refunds'],
  ]),
  items: new Set(['__typename', 'id', 'title', 'image', 'price', 'quantity', 'lineTotal', 'estimatedDelivery']),
}

/** Nobody follows an order by as many: fragments that spread each other many times must not be walked to their end. */
const MOST_SELECTIONS = 500

/** Null for every other operation. */
export function orderPolledBy(document: DocumentNode): PolledNumber | null {
  const [operation, another] = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  if (operation?.operation !== 'query' || another) return null
  try {
    return new Walk(document).order(operation.selectionSet)
  } catch (error) {
    if (error === NOT_BY_VERSION) return null
    throw error
  }
}

const NOT_BY_VERSION = new Error('The answer does not go by the version of one order.')

class Walk {
  readonly #fragments: Map<string, FragmentDefinitionNode>
  #seen = 0

  constructor({ definitions }: DocumentNode) {
    this.#fragments = new Map(
      definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
    )
  }

  order(selections: SelectionSetNode): PolledNumber {
    const me = only('me', this.#fieldsOf(selections))
    const fields = this.#fieldsOf(me.selectionSet).filter(({ name }) => !['id', '__typename'].includes(name.value))
    const order = only('order', fields)
    this.#check(order)
    return numberOf(order)
  }

  /** Those of fragments too. What a directive decides is not looked into. */
  #fieldsOf(set: SelectionSetNode | undefined): FieldNode[] {
    return (set?.selections ?? []).flatMap((each) => {
      this.#seen += 1
      if (this.#seen > MOST_SELECTIONS || each.directives?.length) throw NOT_BY_VERSION
      if (each.kind === Kind.FIELD) return [each]
      if (each.kind === Kind.INLINE_FRAGMENT) return this.#fieldsOf(each.selectionSet)
      return this.#fieldsOf(this.#fragments.get(each.name.value)?.selectionSet)
    })
  }

  #check(parent: FieldNode): void {
    const known = FIELDS_BY_VERSION[parent.name.value]
    for (const field of this.#fieldsOf(parent.selectionSet)) {
      // An argument, such as one that asks for an absolute URL, may bring in something else.
      if (field.arguments?.length || (known && !known.has(field.name.value))) throw NOT_BY_VERSION
      this.#check(field)
    }
  }
}

function only(name: string, [field, another]: FieldNode[]): FieldNode {
  if (field?.name.value !== name || another) throw NOT_BY_VERSION
  return field
}

function numberOf({ arguments: [argument] = [] }: FieldNode): PolledNumber {
  if (argument?.value.kind === Kind.STRING) return { number: argument.value.value }
  if (argument?.value.kind === Kind.VARIABLE) return { variable: argument.value.name.value }
  throw NOT_BY_VERSION
}
