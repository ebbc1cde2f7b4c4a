/** Collects the responses under /api that did not match the contract. */
const faults = new Set<string>()

export const noteFault = (fault: string): void => void faults.add(fault)

/** Returns the mismatches and empties the list. */
export function takeFaults(): string[] {
  const found = [...faults]
  faults.clear()
  return found
}
