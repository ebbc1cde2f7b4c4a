/** Collects the responses under /api that did not match the contract. */
const errors = new Set<string>()

export const noteError = (error: string): void => void errors.add(error)

/** Returns the mismatches and empties the list. */
export function takeErrors(): string[] {
  const found = [...errors]
  errors.clear()
  return found
}
