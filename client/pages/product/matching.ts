/** The quantities to choose at once of a product whose items match if they are ordered together. */

const USUAL = [2, 4, 6]

/** The usual quantities from the product's number on, or that number, as far as they are in stock. */
export function matchingQuantities(matchingFrom: number | null, available: number): number[] {
  if (matchingFrom === null) return []
  const usual = USUAL.filter((quantity) => quantity >= matchingFrom)
  return (usual.length > 0 ? usual : [matchingFrom]).filter((quantity) => quantity <= available)
}

/** The product's own promise. */
export const matchingText = (matchingFrom: number): string =>
  matchingFrom === 2
    ? 'Ordered together, they come from one firing.'
    : `${matchingFrom} or more, ordered together, come from one firing.`
